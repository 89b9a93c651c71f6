// @vitest-environment node
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { Component as About } from "../../src/routes/about/route";
import { Component as Contact } from "../../src/routes/contact/route";
import { Component as Faq } from "../../src/routes/faq/route";
import { Component as CodeOfConduct } from "../../src/routes/legal/code-of-conduct";
import { Component as PrivacyPolicy } from "../../src/routes/legal/privacy-policy";
import { Component as TermsOfService } from "../../src/routes/legal/terms-of-service";
import { Component as Judging } from "../../src/routes/resources/judging";
import { Component as StarterKits } from "../../src/routes/resources/starter-kits";
import { Component as SubmissionGuide } from "../../src/routes/resources/submission-guide";

test.each([
  ["about", About],
  ["contact", Contact],
  ["questions and answers", Faq],
  ["privacy policy", PrivacyPolicy],
  ["terms of service", TermsOfService],
  ["code of conduct", CodeOfConduct],
  ["judging", Judging],
  ["starter kits", StarterKits],
  ["submission guide", SubmissionGuide],
])(
  "%s becomes HTML without a browser, every picture with its size",
  (_, Page) => {
    const html = renderToStaticMarkup(
      <MemoryRouter>
        <Page />
      </MemoryRouter>,
    );
    expect(html.match(/<h1/g)).toHaveLength(1);
    const images = html.match(/<img[^>]*>/g) ?? [];
    expect(
      images.filter((image) => !/width="\d+" height="\d+"/.test(image)),
    ).toEqual([]);
  },
);

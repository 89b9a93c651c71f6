import { beforeEach, expect, test } from "vitest";
import { mailTo, venue } from "../../src/content/contact";
import { links } from "#edition/links";
import { applyAddresses } from "../../src/features/addresses/live-addresses";
import { VenueMap } from "../../src/routes/contact/venue-map";
import { waitFor } from "@testing-library/react";
import { render, screen } from "./rendering";

const SET = {
  registration: "https://hackarena.in/register",
  contactEmail: "team@hackarena.in",
  venueName: "Hall B",
  venueAddress: "IIT Delhi\nHauz Khas",
  position: "28.545, 77.1926",
};

function Page() {
  return (
    <>
      <a href={links.registration}>Register</a>
      <a href={links.instagram}>Instagram</a>
      <a href={mailTo("Venue visit")}>{links.contactEmail}</a>
      <a href="/faq">Questions</a>
      {[venue.name, ...venue.addressLines].map((line, index) => (
        <p key={line} data-venue={index}>
          {line}
        </p>
      ))}
    </>
  );
}

const hrefOf = (name: string | RegExp) =>
  screen.getByRole("link", { name }).getAttribute("href");
const lines = () =>
  [...document.querySelectorAll("p[data-venue]")].map(
    ({ textContent }) => textContent,
  );

beforeEach(() => {
  // The map stays off the network.
  const { happyDOM } = window as unknown as {
    happyDOM: { settings: { disableIframePageLoading: boolean } };
  };
  happyDOM.settings.disableIframePageLoading = true;
  applyAddresses({});
});

test("what is set takes the place of what the page was built with, and nothing else changes", () => {
  render(<Page />);
  applyAddresses(SET);
  expect(hrefOf("Register")).toBe(SET.registration);
  expect(hrefOf("Instagram")).toBe(links.instagram);
  expect(hrefOf("Questions")).toBe("/faq");
  expect(hrefOf("team@hackarena.in")).toBe(
    "mailto:team@hackarena.in?subject=Venue%20visit",
  );
  expect(lines()).toEqual(["Hall B", "IIT Delhi", "Hauz Khas", "", ""]);
});

test("an address that is set anew, or no more, follows", () => {
  render(<Page />);
  applyAddresses(SET);
  applyAddresses({ ...SET, registration: "https://konfhub.com/hackarena" });
  expect(hrefOf("Register")).toBe("https://konfhub.com/hackarena");
  applyAddresses({});
  expect(hrefOf("Register")).toBe(links.registration);
  expect(screen.getByText(links.contactEmail)).toBeDefined();
  expect(lines()).toEqual([venue.name, ...venue.addressLines]);
});

test("a page that comes later shows them too, after each of its renders", async () => {
  applyAddresses(SET);
  const { rerender } = render(<Page />);
  await waitFor(() => expect(hrefOf("Register")).toBe(SET.registration));
  rerender(<Page />);
  expect(hrefOf("Register")).toBe(SET.registration);
});

test("the map shows the position, and leads to it", async () => {
  render(<VenueMap />);
  applyAddresses(SET);
  expect(hrefOf(/Open the large map/)).toBe(
    "https://www.openstreetmap.org/?mlat=28.545&mlon=77.1926#map=16/28.545/77.1926",
  );
  expect(screen.getByTitle(venue.map.title).getAttribute("src")).toBe(
    "https://www.openstreetmap.org/export/embed.html?bbox=77.1826%2C28.5381%2C77.2026%2C28.5519&layer=mapnik&marker=28.545%2C77.1926",
  );
});

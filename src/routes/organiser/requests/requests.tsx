import { Tabs } from "../../../ui/tabs";
import { SectionFrame } from "../frame/section-frame";
import { sections } from "../frame/sections";
import { ChangeList } from "./change-list";
import { ReportList } from "./report-list";

/** What participants send to the organisers: change requests, and reports about each other. */
export function Requests() {
  return (
    <SectionFrame section={sections.requests}>
      <Tabs
        label="Requests"
        parameter="show"
        tabs={[
          {
            id: "waiting",
            label: "Waiting",
            content: <ChangeList key="waiting" isWaiting />,
          },
          {
            id: "answered",
            label: "Answered",
            content: <ChangeList key="answered" isWaiting={false} />,
          },
          { id: "reports", label: "Reports", content: <ReportList /> },
        ]}
      />
    </SectionFrame>
  );
}

import { Tabs } from "../../../ui/tabs";
import { SectionFrame } from "../section-frame";
import { sections } from "../sections";
import { MessageList } from "./message-list";

/** What came by the contact form: what waits, and what is dealt with. */
export function Messages() {
  return (
    <SectionFrame section={sections.messages}>
      <Tabs
        label="Messages"
        parameter="show"
        tabs={[
          {
            id: "waiting",
            label: "Waiting",
            content: <MessageList key="waiting" isHandled={false} />,
          },
          {
            id: "handled",
            label: "Handled",
            content: <MessageList key="handled" isHandled />,
          },
        ]}
      />
    </SectionFrame>
  );
}

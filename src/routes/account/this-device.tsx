import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { event } from "../../content/event";
import {
  stateOf,
  turnOff,
  turnOn,
  type DeviceState,
} from "../../features/push/this-device";
import { useAction } from "../../lib/forms/use-action";
import { AccordionEntry } from "../../ui/accordion";
import { Checkbox } from "../../ui/text-field";

const inWords: Record<DeviceState, string> = {
  on: "Announcements on",
  off: "Announcements off",
  blocked: "Blocked by the browser",
  impossible: "Not in this browser",
};

/** The switch of this device for announcements; the browser asks after the tap on it. */
export function ThisDevice({ uid }: { uid: string }) {
  const client = useConvex();
  const [state, setState] = useState<DeviceState>("impossible");
  const { run, isPending } = useAction("Failed to switch announcements");
  useEffect(() => {
    let isShown = true;
    void stateOf(uid).then((found) => {
      if (isShown) setState(found);
    });
    return () => {
      isShown = false;
    };
  }, [uid]);
  const change = (isWanted: boolean) =>
    run(async () =>
      setState(await (isWanted ? turnOn(client, uid) : turnOff(client, uid))),
    );
  return (
    <AccordionEntry
      level="h2"
      id="device"
      title="This device"
      value={inWords[state]}
    >
      <p>
        What organisers send to phones: changes that cannot wait, and, if they
        turn them on, reminders ten minutes before something begins.
      </p>
      {state === "impossible" ? (
        <p>
          This browser cannot show them. On an iPhone, add {event.name} to the
          home screen, and switch them on there.
        </p>
      ) : (
        <Checkbox
          label="Announcements on this device"
          checked={state === "on"}
          disabled={state === "blocked" || isPending}
          hint={
            state === "blocked"
              ? "You have told this browser not to ask. Allow notifications for this site in its settings."
              : `Until you log out here. Install ${event.name} first: browsers take the permission back from sites that are seldom opened. A phone that saves battery may show them late.`
          }
          onChange={({ target }) => void change(target.checked)}
        />
      )}
    </AccordionEntry>
  );
}

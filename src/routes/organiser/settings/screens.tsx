import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import {
  newScreenSchema,
  screenWordsSchema,
  SIGN_EVERY_MS,
  type ListedScreen,
  type Show,
} from "#convex/hall/shared/screens";
import { durationInWords } from "#convex/platform/shared/text";
import { useDeploymentTime } from "../../../features/clock/deployment-clock";
import { clearLater } from "../../../lib/forms/clear-later";
import { ownVersion } from "../../../lib/connection/page-version";
import { notify } from "../../../lib/notify";
import { useAction } from "../../../lib/forms/use-action";
import { useFocusKept } from "../../../lib/focus/use-focus-kept";
import { useKeptForm } from "../../../lib/forms/use-kept-draft";
import { paths } from "../../../paths";
import { Button } from "../../../ui/button";
import { FormNotice } from "../../../ui/form-notice";
import { SelectField } from "../../../ui/select-field";
import { SkeletonStack } from "../../../ui/skeleton";
import { TextField } from "../../../ui/text-field";
import { UndoNote, useUndo } from "../../../ui/undo-note";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { TitledPanel } from "../frame/titled-panel";

const FAILURE = "Failed to change the screen";

/** A sign may be missed; two are none. */
const MISSED_AFTER_MS = 2.5 * SIGN_EVERY_MS;

const shows: Record<Show, string> = {
  all: "Everything",
  schedule: "The schedule",
  clock: "The clock alone",
  ceremony: "The ceremony",
};

/** The screens of the hall: which live, and what each shows. */
export function Screens() {
  const live = useOrganiserQuery(api.screens.list, {});
  const add = useMutation(api.screens.add);
  const [note, offer, gone] = useUndo("Failed to put the screen back");
  const offerBack = ({ _id, sign: _sign, ...screen }: ListedScreen) =>
    offer(
      `Removed ${screen.name}: its page shows everything.`,
      () => add(screen),
      screen.code,
    );
  const keepIn = useFocusKept();
  return (
    <SectionFrame>
      <AddPanel />
      <Loaded
        live={live}
        failure="Failed to load the screens"
        skeleton={<SkeletonStack heights={["16rem", "16rem"]} />}
      >
        {(screens) => (
          <div ref={keepIn} tabIndex={-1} className="stack gap-6">
            {/* Another organiser may have put it back. */}
            {!screens.some(({ code }) => code === gone) && note}
            {screens.map((screen) => (
              <ScreenPanel
                key={screen._id}
                screen={screen}
                onRemoved={() => offerBack(screen)}
              />
            ))}
          </div>
        )}
      </Loaded>
    </SectionFrame>
  );
}

function AddPanel() {
  const add = useMutation(api.screens.add);
  const { formProps, field, notice, isPending } = useKeptForm({
    keptAs: "new screen",
    schema: newScreenSchema,
    failure: "Failed to add the screen",
    onSubmit: async (screen, form) => {
      const clear = clearLater(form);
      await add(screen);
      clear();
      notify.success(`${screen.name} is one of the screens`);
    },
  });
  return (
    <TitledPanel
      title="Add a screen"
      lead={
        <>
          <span>Open </span>
          <a href={paths.arena} target="_blank" rel="noopener">
            {location.host}
            {paths.arena}
          </a>
          <span>{` on the computer of the projector: it shows eight letters and digits. For a second window on one computer, open ${paths.arena}?2.`}</span>
        </>
      }
    >
      <form {...formProps} className="stack gap-4" aria-label="Add a screen">
        <div className="row gap-3 items-end">
          <TextField
            label="Code"
            {...field("code")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <TextField
            label="Name"
            {...field("name")}
            placeholder="Stage left"
            autoComplete="off"
          />
          <Button type="submit" tone="signal" isPending={isPending}>
            Add
          </Button>
        </div>
        <FormNotice>{notice}</FormNotice>
      </form>
    </TitledPanel>
  );
}

function ScreenPanel({
  screen,
  onRemoved,
}: {
  screen: ListedScreen;
  onRemoved: () => void;
}) {
  const { _id: screenId, name, code, show, isBlank, sentence, sign } = screen;
  const give = useMutation(api.screens.change);
  const remove = useMutation(api.screens.remove);
  const { run, isPending } = useAction(FAILURE);
  const [replaced, setReplaced] = useState<{ was: string; is: string }>();
  const { formProps, field } = useKeptForm({
    keptAs: `sentence of ${screenId}`,
    schema: screenWordsSchema,
    failure: FAILURE,
    shows: sentence,
    onSubmit: async ({ sentence: is = "" }, _form, seen) => {
      const was = seen("sentence");
      await give({ screenId, sentence: is, seen: { sentence: was } });
      setReplaced({ was, is });
    },
    isOfStored: true,
  });
  return (
    <TitledPanel title={name} lead={<Standing sign={sign} code={code} />}>
      <div className="row gap-3 items-end">
        <SelectField
          label="Shows"
          name={`show-${screenId}`}
          options={Object.entries(shows)}
          value={show}
          onChange={(value) =>
            void run(() =>
              give({ screenId, show: value as Show, seen: { show } }),
            )
          }
        />
        <Button
          aria-pressed={isBlank}
          isPending={isPending}
          onClick={() => void run(() => give({ screenId, isBlank: !isBlank }))}
        >
          {isBlank ? "Show again" : "Blank"}
        </Button>
        <Button
          aria-label={`Remove ${name}`}
          isPending={isPending}
          onClick={() =>
            void run(async () => {
              await remove({ screenId });
              onRemoved();
            })
          }
        >
          Remove
        </Button>
      </div>
      <form
        {...formProps}
        className="row gap-3 items-end"
        aria-label={`Sentence on ${name}`}
      >
        <TextField
          label="Sentence above everything"
          {...field("sentence")}
          required={false}
          autoComplete="off"
          defaultValue={sentence}
        />
        <Button type="submit">Show it</Button>
      </form>
      {replaced?.is === sentence && (
        <UndoNote
          failure={FAILURE}
          onUndo={() =>
            give({
              screenId,
              sentence: replaced.was,
              seen: { sentence: replaced.is },
            })
          }
        >
          {`Before: ${replaced.was || "no sentence"}.`}
        </UndoNote>
      )}
    </TitledPanel>
  );
}

/** When it was last heard of, and what is amiss. */
function Standing({ sign, code }: Pick<ListedScreen, "sign" | "code">) {
  const now = useDeploymentTime();
  if (sign === null)
    return (
      <span>{`Never heard of. Does it show the code ${code.slice(0, 4)} ${code.slice(4)}?`}</span>
    );
  if (now === null) return null;
  const ageMs = Math.max(0, now - sign.at);
  const age = durationInWords(Math.max(1, ageMs / 1000));
  if (ageMs > MISSED_AFTER_MS)
    return (
      <span className="hot-text">{`No sign of life for ${age}: look at its line and its computer.`}</span>
    );
  return (
    <>
      <span>{`Alive ${age} ago, `}</span>
      {sign.isAwake ? (
        <span>kept awake</span>
      ) : (
        <span className="hot-text">may fall asleep, or is out of sight</span>
      )}
      <span>{`, version ${sign.version || "unknown"}`}</span>
      <span>
        {sign.version !== ownVersion() &&
          ": another one than this page’s. It changes by itself at a quiet moment."}
      </span>
    </>
  );
}

import { useEffect, useState } from "react";
import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import { isHelper } from "#convex/platform/shared/roles";
import { Countdown } from "../../features/clock/countdown";
import { HelperPage } from "../../features/next-step/helper-step";
import { NoTeam } from "../../features/next-step/no-team";
import { messageOf } from "../../lib/forms/error-message";
import { dataOf, useLive, useQuietLive } from "../../lib/connection/use-live";
import { useTimedLive } from "../../lib/connection/use-timed-live";
import { paths } from "../../paths";
import { Button, LinkButton } from "../../ui/button";
import { LoadFailure } from "../../ui/load-failure";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import styles from "./project.module.css";
import { isFinal } from "./settled";
import { WorkbenchView } from "./workbench";
import type { Elements } from "../../ui/elements";

const FAILURE = "Failed to load your project";
const RETRY_MS = 5_000;

export function Component() {
  const team = useLive(api.teams.mine, FAILURE);
  const me = useQuietLive(api.users.me, {});
  const project = useLive(api.projects.workbench, FAILURE);
  const submissions = useTimedLive(api.settings.submissions);
  const all = [team, me, project, submissions];
  const hasFailed = all.some(({ status }) => status === "error");
  const isBeginning =
    dataOf(submissions)?.state === "open" &&
    Boolean(dataOf(team)) &&
    dataOf(project) === null;
  const { refusal, retry } = useBeginning(isBeginning);
  if (hasFailed)
    return (
      <div className="container">
        <LoadFailure isPage>{FAILURE}</LoadFailure>
      </div>
    );
  const isReady =
    team.status === "success" &&
    me.status === "success" &&
    project.status === "success" &&
    submissions.status === "success";
  return (
    <div className="container">
      {isBeginning && refusal !== undefined ? (
        <NoProject title="Your project">
          <p role="alert">{refusal}</p>
          <Button tone="signal" onClick={retry}>
            Try again
          </Button>
        </NoProject>
      ) : !isReady || isBeginning ? (
        <ProjectSkeleton />
      ) : team.data === null && me.data && isHelper(me.data.role) ? (
        <HelperPage of={me.data.role} />
      ) : team.data === null || me.data === null ? (
        <NoProject title="A project needs a team">
          <NoTeam />
        </NoProject>
      ) : project.data === null ? (
        <NoProject title="Your project">
          <Countdown submissions={submissions.data} />
          {submissions.data.state === "closed" ? (
            <p>Your team has written nothing.</p>
          ) : (
            <>
              <p>You can write here once submissions are open.</p>
              <LinkButton to={paths.submissionGuide}>
                Read the submission guide
              </LinkButton>
            </>
          )}
        </NoProject>
      ) : (
        <WorkbenchView
          key={project.data._id}
          project={project.data}
          team={team.data}
          selfId={me.data._id}
          submissions={submissions.data}
        />
      )}
    </div>
  );
}

/** The project is created when the first member opens the page. */
function useBeginning(isBeginning: boolean) {
  const edit = useMutation(api.projects.edit);
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<string>();
  const retry = () => {
    setRefusal(undefined);
    setAttempt((count) => count + 1);
  };
  useEffect(() => {
    if (!isBeginning) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    edit({}).catch((error: unknown) => {
      if (isOver) return;
      setRefusal(messageOf(error, "Your project could not be begun."));
      if (!isFinal(error))
        timer = setTimeout(() => setAttempt((count) => count + 1), RETRY_MS);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isBeginning, edit, attempt]);
  return { refusal, retry };
}

function NoProject({ title, children }: { title: string; children: Elements }) {
  return (
    <div className="stack gap-5 justify-items-start page-padding">
      <h1>{title}</h1>
      {children}
    </div>
  );
}

function ProjectSkeleton() {
  return (
    <div className={`stack gap-6 ${styles.page}`}>
      <LoadingTitle>Loading your project</LoadingTitle>
      <Skeleton width="70%" height="var(--display-m)" />
      <Skeleton height="4rem" />
      <Skeleton height="24rem" />
    </div>
  );
}

import { AT, chancesOf, type Cast, type Stage } from "./stage";

/** Every device is away once, for up to fifteen seconds of the clock: its connection ends, or delivers nothing. */
export async function cuts(stage: Stage, { people }: Cast): Promise<void> {
  const { ledger, tempo } = stage;
  ledger.faults.push(
    "Every device's line was slow, and once cut or silent for 1 to 15 seconds",
  );
  await Promise.all(
    people.map(async ({ line, email }) => {
      const random = chancesOf(stage, `line of ${email}`);
      await tempo.at(AT.start + 60 + random() * (AT.lastCall - AT.start - 60));
      const ms = 1_000 + random() * 14_000;
      if (random() < 0.5) line.cut(ms);
      else line.silence(ms);
    }),
  );
}

export async function kill({
  deployment,
  ledger,
  tempo,
}: Stage): Promise<void> {
  if (deployment.server === undefined) return;
  await tempo.at((AT.start + AT.close) / 2);
  const before = performance.now();
  await deployment.server.kill();
  await deployment.server.start();
  ledger.took("the server's start after a kill", performance.now() - before);
  ledger.faults.push(
    "The server was killed while everybody wrote, and started again",
  );
}

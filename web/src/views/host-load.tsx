import type { JSX } from "preact";
import type { HostConsole, LoadSample } from "../host/console";
import { hostTexts } from "../host/texts";
import { momentName } from "../language";
import type { HostView } from "../protocol";

const t = hostTexts.load;
const WIDTH = 240;
const HEIGHT = 48;
/** How many looks the pictures show. */
const SAMPLES = 60;

/** How the server is doing, in two small pictures and in words. */
export function HostLoad({ desk, view }: { desk: HostConsole; view: HostView }): JSX.Element {
  const { load } = view;
  const facts = [
    load.memory === null ? null : t.memory(Math.round(load.memory / 1_000_000)),
    t.windows(load.sockets),
    t.waiting(load.questions),
    t.since(momentName(view.started)),
  ];
  return (
    <section class="panel" aria-labelledby="host-load">
      <h2 id="host-load">{t.title}</h2>
      <div class="host-sparks">
        <Spark title={t.processor} samples={desk.samples} of={(sample) => sample.processor} least={100} shown={t.processorIs} />
        <Spark title={t.moves} samples={desk.samples} of={(sample) => sample.moves} least={10} shown={t.movesAre} />
      </div>
      <p class="soft">{facts.filter(Boolean).join(" · ")}</p>
      {view.nodes.length > 0 && (
        <ul class="soft host-nodes">
          {view.nodes.map(({ node, people, load }) => (
            <li key={node}>{load ? t.node(node, people, load.sockets) : t.silentNode(node)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

type SparkProps = {
  title: string;
  samples: LoadSample[];
  of: (sample: LoadSample) => number;
  /** How much the whole height stands for, at least. */
  least: number;
  shown: (value: number) => string;
};

/** A line of what was measured lately, the newest at the right. */
function Spark({ title, samples, of, least, shown }: SparkProps): JSX.Element {
  const values = samples.map(of);
  const most = Math.max(least, ...values);
  const now = values.at(-1) ?? 0;
  const step = WIDTH / (SAMPLES - 1);
  const first = SAMPLES - values.length;
  const points = values.map((value, i) => `${((first + i) * step).toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`);
  return (
    <figure class="host-spark">
      <figcaption>
        {title} <strong>{shown(now)}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.picture(title, shown(now), shown(Math.max(0, ...values)))}
      >
        <polyline points={points.join(" ")} />
      </svg>
    </figure>
  );
}

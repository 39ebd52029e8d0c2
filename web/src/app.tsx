import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { app } from "./app-state";
import { texts } from "./texts";
import { useObservable, useTitle } from "./ui/hooks";
import { GamePage } from "./views/game";
import { GamesPage } from "./views/games";
import { Header } from "./views/header";
import { Home } from "./views/home";
import { HostBanner } from "./views/host-words";
import { SetupPage } from "./views/setup";

/** The whole page. */
export function App(): JSX.Element {
  useObservable(app);
  const Dialog = app.dialog;
  return (
    <>
      <Header />
      <main>
        <HostBanner />
        <Page />
      </main>
      {(!app.welcome || (app.route.page !== "game" && app.route.page !== "setup")) && (
        <p class="notice" role="status">
          {app.notice}
        </p>
      )}
      {Dialog && <Dialog />}
    </>
  );
}

/** The host's page and those of the classic programs come when somebody goes there. */
function LaterPage<View>({ load, children }: { load: () => Promise<View>; children: (view: View) => JSX.Element }): JSX.Element {
  const [view, setView] = useState<{ is: View } | null>(null);
  useEffect(() => {
    void load().then((is) => setView({ is }));
  }, []);
  return view ? children(view.is) : <p class="loading">{texts.net.connecting}</p>;
}

/** What an address shows that leads nowhere. */
function Nowhere(): JSX.Element {
  useTitle(texts.nowhere.title);
  return (
    <div class="panel nowhere">
      <h1>{texts.nowhere.title}</h1>
      <p>{texts.nowhere.says}</p>
      <button type="button" class="primary" onClick={() => app.go("/")}>
        {texts.home.title}
      </button>
    </div>
  );
}

function Page(): JSX.Element {
  const route = app.route;
  if (!app.welcome) return <p class="loading">{app.notice ? "" : texts.net.connecting}</p>;
  switch (route.page) {
    case "home":
      return <Home />;
    case "game":
      return app.room ? <GamePage key={route.id} room={app.room} /> : <p class="loading">{texts.net.connecting}</p>;
    case "setup":
      return <SetupPage key={`${route.fen} ${route.rules}`} fen={route.fen} rules={route.rules} />;
    case "games":
      return <GamesPage key={String(route.isMine)} isMine={route.isMine} />;
    case "begin":
      return <p class="loading">{texts.net.connecting}</p>;
    case "classics":
      return (
        <LaterPage key="classics" load={() => import("./views/classics")}>
          {({ ClassicsPage }) => <ClassicsPage key={String(route.opensWindow)} opensWindow={route.opensWindow} />}
        </LaterPage>
      );
    case "classic":
      return (
        <LaterPage key="classic" load={() => import("./views/classic")}>
          {({ ClassicPage }) => (
            <ClassicPage key={`${route.name} ${route.seed} ${route.undo}`} name={route.name} seed={route.seed} undo={route.undo} />
          )}
        </LaterPage>
      );
    case "host":
      return (
        <LaterPage key="host" load={() => import("./views/host")}>
          {({ HostPage }) => <HostPage />}
        </LaterPage>
      );
    case "nowhere":
      return <Nowhere />;
  }
}

//! The page starts here.

import { render } from "preact";
import { App } from "./app.tsx";
import { loadTexts } from "./language.ts";
import { start } from "./state.ts";

const root = document.getElementById("page");
await loadTexts();
if (root !== null) render(<App />, root);
void start();

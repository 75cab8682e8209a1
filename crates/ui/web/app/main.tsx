//! The page starts here.

import { render } from "preact";
import { App } from "./app.tsx";
import { start } from "./state.ts";

const root = document.getElementById("page");
if (root !== null) render(<App />, root);
void start();

// Sorting of tables, and the switch between light and dark. The page is whole without it.
"use strict";

// Numbers have their value in an attribute; a cell without one, where there are numbers, comes last whatever the
// direction.
function compare(a, b, numeric, direction) {
  if (numeric) {
    const [x, y] = [a, b].map((cell) => cell.dataset.key);
    if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
    return direction * (Number(x) - Number(y));
  }
  return direction * a.textContent.localeCompare(b.textContent, "en", { numeric: true });
}

// First ascending, then descending, then as the page has it.
const NEXT = { none: "ascending", ascending: "descending", descending: "none" };

function sort(heading, original) {
  const body = heading.closest("table").tBodies[0];
  const order = NEXT[heading.getAttribute("aria-sort") ?? "none"];
  for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
  if (order !== "none") heading.setAttribute("aria-sort", order);
  const column = heading.cellIndex;
  const numeric = heading.classList.contains("number");
  const direction = order === "descending" ? -1 : 1;
  const rows = [...original];
  if (order !== "none") rows.sort((a, b) => compare(a.cells[column], b.cells[column], numeric, direction));
  body.append(...rows);
}

for (const table of document.querySelectorAll("table")) {
  const original = [...table.tBodies[0].rows];
  for (const heading of table.tHead.rows[0].cells) {
    heading.querySelector("button").addEventListener("click", () => sort(heading, original));
  }
}

const theme = document.getElementById("theme");
const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen === undefined ? prefersDark.matches : chosen === "dark";
}

// The button says what a click brings.
function label() {
  theme.textContent = isDark() ? "Light" : "Dark";
}

theme.addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  label();
});
prefersDark.addEventListener("change", label);
label();
theme.hidden = false;

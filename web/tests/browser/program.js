// The program `sim`, which checks what pages make, and links.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";

export const FILE = process.env.PAGE;

export const folder = mkdtempSync(join(tmpdir(), "page-"));

/** Runs the program; returns what it prints. */
export function sim(...words) {
  const { status, stdout, stderr } = spawnSync(process.env.SIM, words, { encoding: "utf8" });
  assert.equal(status, 0, `sim ${words.join(" ")}: ${stderr}`);
  return stdout;
}

/** Checks a record by the program. */
export function check(record, ...options) {
  const file = join(folder, "record.jsonl");
  writeFileSync(file, record);
  sim("check", file, ...options);
  return JSON.parse(record);
}

/** A text as links pack it. */
export function packed(text) {
  return deflateRawSync(text).toString("base64url");
}

/** The text that a link holds. */
export function unpacked(link) {
  return inflateRawSync(Buffer.from(link.replace("#", ""), "base64url")).toString();
}

/** The part of an address that holds a game. */
export function fragment(game) {
  return `#${packed(JSON.stringify({ page: 1, game: "skye", ...game }))}`;
}

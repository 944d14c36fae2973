import { setFlagsFromString } from 'node:v8'
import { readWasm } from './read-wasm.js'
import { createParse, type ParseShell } from './syntax-tree.js'

/**
 * Loads the bash grammar. Grammar and parser are WebAssembly, so nothing is compiled during installation.
 *
 * Afterwards, V8 uses only its baseline compiler for WebAssembly in this process.
 */
export async function loadShellParser(): Promise<ParseShell> {
  keepBaselineCode()
  const { Language, Parser } = await import('web-tree-sitter')
  await Parser.init({ wasmBinary: await readWasm('web-tree-sitter') })
  const language = await Language.load(await readWasm('tree-sitter-bash'))
  return createParse(new Parser(), language)
}

/**
 * Keeps V8 from optimizing the grammar's scanner, which is a single function of 160 kB. V8 would do so after a few
 * commands, which takes 500 MB and seconds of CPU time to save a tenth of a millisecond per command. A tiering budget
 * (`--wasm-tiering-budget`) would only delay that, because each character consumes a budget proportional to the size of
 * the function. Functions are compiled at their first call, so the flags must stay set.
 */
function keepBaselineCode(): void {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

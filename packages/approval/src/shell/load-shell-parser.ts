import { setFlagsFromString } from 'node:v8'
import { readWasm } from './read-wasm.js'
import { createParse, type ParseShell } from './syntax-tree.js'

/**
 * Loads the bash grammar. It and the parser are WebAssembly: nothing is compiled on the user's machine.
 *
 * From then on V8 compiles the WebAssembly of this process with its baseline compiler only.
 */
export async function loadShellParser(): Promise<ParseShell> {
  keepBaselineCode()
  const { Language, Parser } = await import('web-tree-sitter')
  await Parser.init({ wasmBinary: await readWasm('web-tree-sitter') })
  const language = await Language.load(await readWasm('tree-sitter-bash'))
  return createParse(new Parser(), language)
}

/**
 * The scanner of the grammar is one function of 160 kB. After a handful of commands V8 would optimise it, for which it takes 500 MB
 * and seconds of a core, to save a tenth of a millisecond per command. A budget (`--wasm-tiering-budget`) only delays that: each
 * character costs as much of it as the function is long. Functions are compiled at their first call, so the flags stay.
 */
function keepBaselineCode(): void {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

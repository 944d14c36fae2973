import { expect, test } from 'vitest'
import { rewriteModule, rewriteScript } from './module-syntax.js'

const load = 'await __hermes_import'

test.each([
  ["import 'a'", `${load}('a');`],
  ["import a from 'a'", `let { default: a } = ${load}('a');`],
  ["import a, { b, c as d, 'e f' as g } from 'a'", `let { default: a, b: b, c: d, 'e f': g } = ${load}('a');`],
  ["import * as a from 'a'", `let a = ${load}('a');`],
  ["import b, * as a from 'a'", `let a = ${load}('a'), { default: b } = a;`],
  [
    "import a from './a.json' with { type: 'json' }",
    `let { default: a } = ${load}('./a.json', { with: { type: 'json' } });`,
  ],
  ["const a = await import(import('b'))", "let   a = await __hermes_import(__hermes_import('b'))"],
  ['export const a = 1, b = 2', 'let   a = 1, b = 2'],
  ['const a = 1\nfor (const b of c) { const d = 1 }', 'let   a = 1\nfor (const b of c) { const d = 1 }'],
  ['export default function a() {}', 'function a() {}'],
  ['export default () => 1', 'void (() => 1);'],
  ['export default class {}', 'void (class {});'],
  ["export { a } from 'a'", ''],
  ["export * from 'a'", ''],
  ['"import a from \'b\'"; f(import("c")); /export/', '"import a from \'b\'"; f(__hermes_import("c")); /export/'],
])('%s', (code, rewritten) => {
  expect(rewriteModule(code).trim()).toBe(rewritten)
})

test('keeps the line numbers of the code', () => {
  const code = "import {\n  a,\n  b,\n} from 'a'\n\nexport default class {\n  x = 1\n}\nthrow 1"
  const lines = rewriteModule(code).split('\n')
  expect(lines).toHaveLength(code.split('\n').length)
  expect(lines.at(-1)).toBe('throw 1')
})

test('a script may use await and sloppy-mode syntax', () => {
  expect(rewriteScript("with (await import('a')) b")).toBe("with (await __hermes_import('a')) b")
})

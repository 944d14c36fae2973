import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openCode, toolsThat } from '../../testing/code.js'
import { openWorkplace } from '../../testing/terminal.js'

test('runs TypeScript with imports of all kinds, top-level await and exports', async () => {
  const { environment, folder } = await openWorkplace()
  await writeFile(join(folder, 'own.mjs'), 'export const answer = 42; export default "own"')
  await writeFile(join(folder, 'data.json'), '{"n": 1}')
  const { run } = await openCode('javascript', { environment })
  const code = `import fs, { existsSync as exists } from 'node:fs'
import * as path from 'path'
import own, {
answer,
} from './own.mjs'
import data from './data.json' with { type: 'json' }
import { readFile, ToolError } from 'hermes_tools'
interface Shown { readonly n: number }
export const shown: Shown = data
const later = await import('node:os')
console.log(typeof fs.readFileSync, exists('/'), path.sep, own, answer, shown.n, typeof later.cpus, readFile.name, ToolError.name)
console.log(require('node:util').inspect(new Map()), new Error('here').stack!.match(/program-\\d+\\.js:\\d+/)![0])`
  const { text } = await run(code)
  expect(text).toMatch(/^function true \/ own 42 1 function read_file ToolError\nMap\(0\) \{\} program-\d+\.js:12$/)
})

test('tools take positional arguments, an object, or both', async () => {
  const { tools, requests } = toolsThat()
  const { run } = await openCode('javascript', { tools })
  await run(
    "await hermes.read_file('a', 3); await hermes.readFile('a', { limit: 2 }); await hermes.read_file({ path: 'a' })",
  )
  expect(requests.map(({ args }) => args)).toEqual([{ path: 'a', offset: 3 }, { path: 'a', limit: 2 }, { path: 'a' }])
})

test('waits for a final call of main and for pending tool calls', async () => {
  const { run } = await openCode('javascript')
  const main = 'async function main() { await new Promise((r) => setTimeout(r, 20)); console.log("done") }\nmain()'
  expect((await run(main)).text).toBe('done')
  expect(
    (
      await run(
        'hermes.read_file("a").then(({ path }) => hermes.read_file(path + "b")).then((r) => console.log(r.path)); 0',
      )
    ).text,
  ).toBe('ab')
})

test('fails the program on unhandled errors and keeps the kernel', async () => {
  const { run } = await openCode('javascript')
  await run('const x = 5')
  expect((await run('Promise.reject(new Error("nobody cares")); await new Promise(() => {})')).text).toMatch(
    /Error: nobody cares\n[\s\S]*\[exit code 1\]/,
  )
  expect((await run('setTimeout(() => { throw new Error("late") }, 0); await new Promise(() => {})')).text).toContain(
    'Error: late',
  )
  expect((await run('throw "text"')).text).toContain("Uncaught 'text'")
  expect((await run('const { y } = null')).text).toContain('TypeError')
  expect((await run('(async () => process.exit(4))()')).text).toBe('[exit code 4]')
  expect((await run('console.log(x)')).text).toBe('5')
})

test('declares a name again, however an earlier program declared it', async () => {
  const { run } = await openCode('javascript')
  const declarations = ['const n = 1', 'let n = 1', 'class n {}', 'export const n = 1', "import n from 'node:fs'"]
  for (const first of declarations) {
    for (const second of declarations) {
      await run(first)
      const { text } = await run(`${second}; console.log(typeof n)`)
      expect(text, `${first}, then ${second}`).toMatch(/^(?:number|function|object)$/)
    }
  }
  // Valid only as a script.
  await run('class n {}')
  expect((await run('const n = { a: 1 }; with (n) console.log(a)')).text).toBe('1')
})

test('rejects a syntax error before the program runs', async () => {
  const { run } = await openCode('javascript')
  await expect(run('const x: number = 1\nconst y: number = ;')).rejects.toThrow(
    /SyntaxError: Expression expected \(line 2\)[\s\S]*const y: number = ;/,
  )
  await expect(run('enum Colour { Red }')).rejects.toThrow(/enum/)
  // Neither a module nor TypeScript, but valid as a script.
  expect((await run('with ({ a: 1 }) console.log(a)')).text).toBe('1')
})

test("prints no warning on the user's screen", async () => {
  const warnings: unknown[] = []
  const listen = (warning: unknown) => warnings.push(warning)
  process.on('warning', listen)
  try {
    ;(await openCode('javascript')).run('const x: number = 1')
    await delay(0)
  } finally {
    process.off('warning', listen)
  }
  expect(warnings).toEqual([])
})

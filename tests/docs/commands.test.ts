import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseArguments } from '../../apps/cli/src/arguments/parse-arguments.js'
import { commands } from '../../apps/cli/src/commands/command-table.js'
import { listConfigKeys } from '../../packages/runtime/src/config/document/config-keys.js'
import { blocksIn, pages, proseOf, readPage, root } from './pages.js'

/** A command as a shell would run it, with its location. */
interface Written {
  readonly place: string
  readonly words: readonly string[]
}

const inBlocks = blocksIn('sh').flatMap(({ page, line, code }) =>
  code.split('\n').flatMap((text, index) => commandsIn(text, `${page}:${line + index}`)),
)
/** Inline code. Placeholders are in capitals or brackets, and a bar separates alternatives. */
const inText = pages.flatMap((page) =>
  Array.from(proseOf(page).matchAll(/`(hermes [a-z][^`]*)`/g), ([, text = '']) => ({ place: page, text })),
)

/** Returns the simple commands of a line: split at pipes, without variables, redirections and comments. */
function commandsIn(text: string, place: string): readonly Written[] {
  const parts = text.match(/"[^"]*"|'[^']*'|\$\([^)]*\)|#.*$|&&|\|\||[|;]|(?:[^\s"'|;&#]|(?<=\S)#)+/g) ?? []
  const written: string[][] = [[]]
  for (const part of parts) {
    if (/^(?:&&|\|\||[|;])$/.test(part)) written.push([])
    else if (!part.startsWith('#')) written.at(-1)?.push(part.replaceAll(/^["']|["']$/g, ''))
  }
  return written.flatMap((words) => {
    const own = words.slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word)))
    const end = own.findIndex((word) => /^\d?>/.test(word))
    return own.length > 0 ? [{ place, words: end === -1 ? own : own.slice(0, end) }] : []
  })
}

function problemOf({ place, words: [, ...args] }: Written): readonly string[] {
  try {
    parseArguments({ name: 'hermes', commands }, args)
    return []
  } catch (error) {
    return [`${place}: hermes ${args.join(' ')}: ${error instanceof Error ? error.message : error}`]
  }
}

const hermes = inBlocks.filter(({ words }) => words[0] === 'hermes')

test('uses only existing commands and options in code blocks', () => {
  expect(hermes.length).toBeGreaterThan(80)
  expect(hermes.flatMap(problemOf)).toEqual([])
})

test('names only existing commands in sentences', () => {
  const paths = new Set(commands.flatMap(({ path }) => [path, path.split(' ')[0]]))
  const unknown = inText.filter(({ text }) => {
    const [, first = '', second = ''] = /^hermes ([a-z-]+)(?: ([a-z-]+))?/.exec(text) ?? []
    // The gateway parses its arguments itself.
    const isOpen = commands.some(({ path, passThrough }) => passThrough && path === first)
    const hasGroup = !isOpen && commands.some(({ path }) => path.startsWith(`${first} `))
    return !paths.has(first) || (hasGroup && second !== '' && !paths.has(`${first} ${second}`))
  })
  expect(inText.length).toBeGreaterThan(30)
  expect(unknown.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})

test('changes only existing settings in code blocks', () => {
  const keys = listConfigKeys().map(({ path }) => path)
  const changed = hermes.filter(({ words }) => words[1] === 'config' && /^(?:set|get|unset)$/.test(words[2] ?? ''))
  const unknown = changed.filter(({ words: [, , , key = ''] }) => {
    // A name in capitals is a secret in `.env`.
    return !/^[A-Z_]+$/.test(key) && !keys.some((path) => key === path || key.startsWith(`${path}.`))
  })
  expect(changed.length).toBeGreaterThan(10)
  expect(unknown.map(({ place, words }) => `${place}: ${words.join(' ')}`)).toEqual([])
})

test('runs only existing scripts', () => {
  const own = pages.filter((page) => !page.startsWith('examples/'))
  const named = own.flatMap((page) =>
    Array.from(readPage(page).matchAll(/(?:^|`)(?:npm run|pnpm) ([a-z][\w:]*)/gm), ([, name = '']) => ({ page, name })),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(({ page, name }) => !scriptsFor(page).includes(name))).toEqual([])
})

/** Returns the scripts of the repository, those of the package next to a README, and the commands of pnpm itself. */
function scriptsFor(page: string): readonly string[] {
  const files = ['package.json', join(dirname(page), 'package.json')].filter((file) => existsSync(join(root, file)))
  const own = files.flatMap((file) => Object.keys(JSON.parse(readFileSync(join(root, file), 'utf8')).scripts ?? {}))
  return [...own, 'install', 'pack', 'exec']
}

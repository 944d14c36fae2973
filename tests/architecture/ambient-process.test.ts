import { expect, test } from 'vitest'
import { options } from '../../apps/cli/src/arguments/options/options.js'
import { commands } from '../../apps/cli/src/commands/command-table.js'
import { readSources, readText } from './source-files.js'

const shipped = readSources().filter(({ isTest, path }) => !isTest && path.startsWith('packages/'))

/** Returns the code of a file without comments. */
function codeOf(path: string): string {
  return readText(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
}

/** The files in which each pattern occurs, with the reason. */
type Census = Readonly<Record<string, string>>

function expectOnly(pattern: RegExp, census: Census): void {
  const found = shipped.map(({ path }) => path).filter((path) => pattern.test(codeOf(path)))
  expect(found.toSorted()).toEqual(Object.keys(census).toSorted())
}

test('lets no package read the environment, arguments or working folder of its process', () => {
  expectOnly(/\bprocess\.(?:env|argv|cwd)\b/, {
    'packages/runtime/src/plugins/worker-source.ts': 'the text of a program that runs elsewhere',
    'packages/state/src/maintenance/check/background-check.ts': 'a fixed program gets the environment of its parent',
    'packages/state/src/maintenance/copy/copy-in-child-process.ts': 'the same',
    'packages/testkit/src/conformance/kinds/path.ts': 'answers for a test',
    'packages/testkit/src/conformance/main.ts': 'a program of its own, which hands its arguments over',
    'packages/tools/src/code/javascript-kernel.ts': 'the text of a program that runs elsewhere',
    'packages/tools/src/executor/executor.ts': 'where relative paths begin for embedders that do not say it',
  })
})

/** The commands and options of the command line. */
const commandWords = [...new Set(commands.map(({ path }) => path.split(' ')[0]))].filter(Boolean).join('|')
/** Options that no other program in this repository has. */
const ownOptions = ['api-key', 'api-mode', 'base-url', 'max-turns', 'provider', 'resume', 'toolsets', 'yolo'] as const

test('names no command of the program in messages of packages', () => {
  expectOnly(new RegExp(`\\bhermes (?:${commandWords})\\b|\\bhermes --?[a-z]`), {
    'packages/conversations/src/commands/missing-commands.ts':
      'what both apps hand to their tables of commands: it says which command of the program a slash command is here',
  })
})

test('names no option of the command line in messages of packages', () => {
  for (const option of ownOptions) expect(Object.keys(options)).toContain(option)
  const advice = /(?:add|choose|give|or|pass|run|set|try|use|with|without)/.source
  expectOnly(new RegExp(`\\b${advice} (?:hermes )?\`?--(?:${ownOptions.join('|')})\\b`), {})
})

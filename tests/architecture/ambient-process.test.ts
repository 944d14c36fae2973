import { expect, test } from 'vitest'
import { readSources, readText } from './source-files.js'

const shipped = readSources().filter(({ isTest, path }) => !isTest && path.startsWith('packages/'))

/** The code of a file: what comments say is nothing that runs. */
function codeOf(path: string): string {
  return readText(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
}

/** Where each of these stands in the sources, and why it may. */
type Census = Readonly<Record<string, string>>

function expectOnly(pattern: RegExp, census: Census): void {
  const found = shipped.map(({ path }) => path).filter((path) => pattern.test(codeOf(path)))
  expect(found.toSorted()).toEqual(Object.keys(census).toSorted())
}

test('no package reads the environment, the arguments or the folder of its process', () => {
  expectOnly(/\bprocess\.(?:env|argv|cwd)\b/, {
    'packages/state/src/maintenance/background-check.ts': 'a fixed program gets the environment of its parent',
    'packages/state/src/maintenance/copy-in-child-process.ts': 'the same',
    'packages/testkit/src/conformance/kinds/path.ts': 'answers for a test',
    'packages/tools/src/code/javascript-kernel.ts': 'the text of a program that runs elsewhere',
    'packages/tools/src/executor/executor.ts': 'where relative paths begin for embedders that do not say it',
  })
})

test('no sentence of a package names a command of the program', () => {
  expectOnly(/\bhermes (?:auth|backup|config|doctor|gateway|import|model|models|plugins|sessions|setup|tools)\b/, {
    'packages/runtime/src/auth/create-provider-transport.ts': 'how a login is renewed',
    'packages/transports/src/offline/introduction.ts': 'the offline stand-in introduces the program',
    'packages/transports/src/resolve/resolve-provider.ts': 'how a key or a login is got',
    'packages/transports/src/shared/failure-sentence.ts': 'the same',
  })
})

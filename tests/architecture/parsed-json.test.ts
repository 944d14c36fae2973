import { expect, test } from 'vitest'
import { readSources, readText } from './source-files.js'

const shipped = readSources().filter(
  ({ isTest, path }) => !isTest && path.startsWith('packages/') && !/\/(?:corpus|escapes|testing)\//.test(path),
)

/** The uses of `JSON.parse`, which returns `any`. */
const places: Readonly<Record<string, string>> = {
  'packages/core/src/json/parse-json.ts': 'gives the value its type: all others call `parseJson`',
  'packages/tools/src/code/javascript-kernel.ts': 'the text of a program that runs elsewhere',
}

test('parses JSON to a type of which nothing is known', () => {
  const found = shipped.map(({ path }) => path).filter((path) => /\bJSON\.parse\(/.test(readText(path)))
  expect(found.toSorted()).toEqual(Object.keys(places).toSorted())
})

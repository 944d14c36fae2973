import { expect, test } from 'vitest'
import { fromText } from './data.js'
import { findOption, hasOption, optionValues, readArguments } from './options.js'

const read = (text: string, ...rest: Parameters<typeof readArguments> extends [unknown, ...infer R] ? R : never) =>
  readArguments(text.split(' ').map(fromText), ...rest)
const texts = (words: readonly { text: string }[]) => words.map((word) => word.text)

test('short options come in clusters, values attached or apart', () => {
  const args = read('-xvf a.tar -C/tmp b', { short: 'fC' })
  expect(args.options.map((option) => [option.name, option.value?.text])).toEqual([
    ['x', undefined],
    ['v', undefined],
    ['f', 'a.tar'],
    ['C', '/tmp'],
  ])
  expect(texts(args.operands)).toEqual(['b'])
})

test('long options may be shortened and carry their value in two ways', () => {
  const args = read('--recurs --user=x --group y z', { long: ['group'] })
  expect(hasOption(args, 'recursive')).toBe(true)
  expect(hasOption(args, 'r')).toBe(false)
  expect(findOption(args, 'user')?.value?.text).toBe('x')
  expect(texts(optionValues(args, 'group'))).toEqual(['y'])
  expect(texts(args.operands)).toEqual(['z'])
})

test('two dashes end the options, and so does the first operand where a command follows', () => {
  expect(texts(read('-- -rf x').operands)).toEqual(['-rf', 'x'])
  expect(texts(read('-n rm -rf x', { untilOperand: true }).operands)).toEqual(['rm', '-rf', 'x'])
  expect(texts(read('rm -f -').operands)).toEqual(['rm', '-'])
})

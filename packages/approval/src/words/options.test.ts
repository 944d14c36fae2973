import { expect, test } from 'vitest'
import { fromText } from './data.js'
import { findOption, hasOption, optionValues, readArguments } from './options.js'

const read = (text: string, ...rest: Parameters<typeof readArguments> extends [unknown, ...infer R] ? R : never) =>
  readArguments(text.split(' ').map(fromText), ...rest)
const texts = (words: readonly { text: string }[]) => words.map((word) => word.text)

test('reads clusters of short options with attached and separate values', () => {
  const args = read('-xvf a.tar -C/tmp b', { short: 'fC' })
  expect(args.options.map((option) => [option.name, option.value?.text])).toEqual([
    ['x', undefined],
    ['v', undefined],
    ['f', 'a.tar'],
    ['C', '/tmp'],
  ])
  expect(texts(args.operands)).toEqual(['b'])
})

test('reads abbreviated long options with values in both forms', () => {
  const args = read('--recurs --user=x --group y z', { long: ['group'] })
  expect(hasOption(args, 'recursive')).toBe(true)
  expect(hasOption(args, 'r')).toBe(false)
  expect(findOption(args, 'user')?.value?.text).toBe('x')
  expect(texts(optionValues(args, 'group'))).toEqual(['y'])
  expect(texts(args.operands)).toEqual(['z'])
})

test('ends options at two dashes, and at the first operand of a command prefix', () => {
  expect(texts(read('-- -rf x').operands)).toEqual(['-rf', 'x'])
  expect(texts(read('-n rm -rf x', { untilOperand: true }).operands)).toEqual(['rm', '-rf', 'x'])
  expect(texts(read('rm -f -').operands)).toEqual(['rm', '-'])
})

import { expect, test } from 'vitest'
import { parseToolArguments } from './parse-args.js'
import { repairCall } from './repair-call.js'

const callOf = (args: string) =>
  ({ id: 'c', type: 'function', function: { name: 'terminal', arguments: args } }) as const

test.each([
  ['a trailing comma', '{"command":"pwd",}', '{"command":"pwd"}'],
  ['single quotes', "{'command': 'pwd'}", '{"command":"pwd"}'],
  ['a fence', '```json\n{"command":"pwd"}\n```', '{"command":"pwd"}'],
  ['a raw newline', '{"command":"a\nb"}', '{"command":"a\\nb"}'],
  ['a missing brace', '{"command":"pwd"', '{"command":"pwd"}'],
])('writes the arguments as they run after %s', (_, damaged, repaired) => {
  const call = repairCall(callOf(damaged))
  expect(call).toEqual(callOf(repaired))
  expect(parseToolArguments(call.function.arguments)).toEqual(parseToolArguments(damaged))
  expect(repairCall(call)).toBe(call)
})

test.each([
  ['valid', '{ "command": "pwd" }'],
  ['missing', ''],
  ['cut off', '{"command":"pw'],
  ['no object', 'run pwd'],
])('leaves arguments alone that are %s', (_, args) => {
  const call = callOf(args)
  expect(repairCall(call)).toBe(call)
})

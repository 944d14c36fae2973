import { expect, test } from 'vitest'
import { replCommands } from './repl-commands.js'
import { completeCommand, findReplCommand, isCommandLine } from './slash-command.js'

const find = (line: string) => {
  const found = findReplCommand(replCommands, line)
  return found.type === 'command' ? { name: found.command.name, args: found.args } : found.message
}

test('commands are found by name, alias and unique beginning', () => {
  expect(find('/title The  plan ')).toEqual({ name: 'title', args: 'The  plan' })
  expect(find('/exit')).toEqual({ name: 'quit', args: '' })
  expect(find('/RES latest')).toEqual({ name: 'resume', args: 'latest' })
})

test('an ambiguous beginning and a misspelt name say what there is', () => {
  expect(find('/s')).toBe('/s could be /sessions, /status.')
  expect(find('/titel')).toContain('Did you mean `/title`?')
  expect(find('/')).toContain('/help')
})

test('a path is no command', () => {
  expect(isCommandLine('/etc/hosts is wrong')).toBe(false)
  expect(isCommandLine('/help')).toBe(true)
  expect(isCommandLine('/title a/b')).toBe(true)
})

test('Tab completes names, as far as they agree', () => {
  expect(completeCommand(replCommands, '/ti')).toEqual({ text: '/title ', choices: ['title'] })
  expect(completeCommand(replCommands, '/s')).toEqual({ text: '/s', choices: ['/sessions', '/status'] })
  expect(completeCommand(replCommands, '/title x')).toBeUndefined()
  expect(completeCommand(replCommands, 'text')).toBeUndefined()
})

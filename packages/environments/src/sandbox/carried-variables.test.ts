import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { carryVariables } from './carried-variables.js'

/** Returns the environment of a program started through the sandbox. */
function arriving(variables: Readonly<Record<string, string>>, shell = '/bin/sh'): Record<string, string> {
  const { outside, restoreScript } = carryVariables(variables)
  const script = `${restoreScript}\nexec /usr/bin/env -- "$@"`
  const { stdout } = spawnSync(shell, ['-c', script, 'sh', '/usr/bin/env', '-0'], {
    argv0: 'sh',
    env: { ...outside },
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  })
  const found = stdout.split('\0').filter(Boolean)
  return Object.fromEntries(
    found.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )
}

/** Variables that shells set by themselves. */
const own = new Set(['PWD', 'OLDPWD', 'SHLVL', '_'])
const withoutOwn = (variables: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !own.has(name)))

test.each(['/bin/sh', '/bin/bash'])('passes values byte for byte through %s', (shell) => {
  const value = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\0', ''))
  const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{3,12}$/)
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 12 }), (variables) => {
      const well = Object.fromEntries(Object.entries(variables).map(([key, text]) => [key, text.toWellFormed()]))
      expect(withoutOwn(arriving(well, shell))).toEqual(withoutOwn(well))
    }),
    { numRuns: 60 },
  )
})

test.each(['/bin/sh', '/bin/bash'])('passes long values and names special to the shell through %s', (shell) => {
  const variables = {
    PATH: '/somewhere',
    LONG: 'ü€😀\n'.repeat(9_000),
    IFS: 'abc',
    OPTIND: 'no number',
    'BASH_FUNC_greet%%': '() {  echo hello\n}',
    'with-dash': '1',
    PS4: '$(touch never)',
  }
  expect(arriving(variables, shell)).toMatchObject(variables)
})

test('passes no variable to programs outside under its own name', () => {
  const { outside } = carryVariables({ LD_PRELOAD: '/x.so', PATH: '/evil', BASH_ENV: '/e', OWN: 'kept' }, ['OWN'])
  expect(Object.keys(outside).sort()).toEqual([
    ...['HERMES_CARRIED_1', 'HERMES_CARRIED_2', 'HERMES_CARRIED_3', 'HERMES_CARRIED_4', 'OWN', 'PATH'],
  ])
  expect(outside.PATH).not.toContain('evil')
})

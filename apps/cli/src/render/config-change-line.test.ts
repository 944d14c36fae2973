import { ConfigError } from '@hermes/core'
import { expect, test } from 'vitest'
import { configChangeLine } from './config-change-line.js'

test('a change names what has changed, and what needs another start', () => {
  const change = { status: 'applied', variables: ['KEY'], needRestart: [] } as const
  expect(configChangeLine({ ...change, paths: ['model.default'] })).toBe(
    'The settings have changed: model.default, KEY.',
  )
  expect(configChangeLine({ ...change, paths: ['a', 'b', 'c', 'database.url'], needRestart: ['database.url'] })).toBe(
    'The settings have changed: a, b, c and 2 more. Start Hermes again for database.url.',
  )
})

test('a change that cannot be used says why', () => {
  const error = new ConfigError('model', 'model must be a section.')
  expect(configChangeLine({ status: 'refused', error })).toBe(
    'The settings have changed, but cannot be used yet: model must be a section.',
  )
})

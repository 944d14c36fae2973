import { ConfigError } from '@hermes/core'
import { expect, test } from 'vitest'
import { configChangeLine } from './config-change-line.js'

test('names changed settings, and those that need a restart', () => {
  const change = { status: 'applied', variables: ['KEY'], needRestart: [] } as const
  expect(configChangeLine({ ...change, paths: ['model.default'] })).toBe(
    'The settings have changed: model.default, KEY.',
  )
  expect(configChangeLine({ ...change, paths: ['a', 'b', 'c', 'database.url'], needRestart: ['database.url'] })).toBe(
    'The settings have changed: a, b, c and 2 more. Restart Hermes to apply database.url.',
  )
})

test('explains why a change cannot be applied', () => {
  const error = new ConfigError('model', 'model must be a section.')
  expect(configChangeLine({ status: 'refused', error })).toBe(
    'The settings have changed, but are invalid: model must be a section.',
  )
  expect(configChangeLine({ status: 'repaired' })).toBe('The settings are valid again.')
})

import { ConfigError, StoreError, TransportError } from '@hermes/core'
import { expect, test } from 'vitest'
import { commandFor } from './command-for.js'

test.each([
  [new StoreError('corrupt', 'It is damaged.'), 'hermes sessions repair'],
  [new StoreError('full', 'The disk is full.'), undefined],
  [
    new ConfigError('model.default', 'One of two.', { cause: new AggregateError([], 'The other.') }),
    'hermes config check',
  ],
  [new ConfigError('model.default', 'It must be a text.'), undefined],
  [new ConfigError('credentials.copilot', 'There is no such credential.'), 'hermes auth list copilot'],
  [
    new ConfigError('model.api_key', 'It needs a login.', { remedy: { type: 'log-in', provider: 'copilot' } }),
    'hermes auth login copilot',
  ],
  [
    new ConfigError('model.api_key', 'It needs a key.', { remedy: { type: 'add-key', provider: 'gemini' } }),
    'hermes auth add gemini',
  ],
  [
    new TransportError('auth', 'The key was refused.', { remedy: { type: 'set', name: 'OPENROUTER_API_KEY' } }),
    'hermes config set OPENROUTER_API_KEY VALUE',
  ],
  [new TransportError('auth', 'All keys rest.', { reason: 'keys-rest' }), 'hermes auth reset'],
  [new TransportError('rate-limit', 'All keys rest.', { reason: 'keys-rest' }), undefined],
  [
    new ConfigError('model.default', 'No model is chosen.', { remedy: { type: 'set', name: 'model.default' } }),
    'hermes model',
  ],
  [
    new StoreError('unavailable', 'Another agent made it.', {
      remedy: { type: 'import', path: '/home/me/.hermes/state.db' },
    }),
    "HERMES_HOME=ANOTHER_FOLDER hermes import-agent hermes --from '/home/me/.hermes'",
  ],
  [new ConfigError('', 'The home folder cannot be used.'), undefined],
  [new Error('no luck'), undefined],
])('maps %o to the command %s', (error, command) => {
  expect(commandFor(error)).toBe(command)
})

import { expect, test } from 'vitest'
import { scrubVariables } from './scrub-variables.js'

test.each([
  'OPENAI_API_KEY',
  'OPENAI_API_KEY_2',
  'ANTHROPIC_AUTH_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'FAL_KEY',
  'HF_TOKEN',
  'GITHUB_PAT',
  'SLACK_SIGNING_SECRET',
  'TELEGRAM_BOT_TOKEN',
  'EMAIL_PASSWORD',
  'SMTP_PASS',
  'PGPASSWORD',
  'MYSQL_PWD',
  'SSHPASS',
  'REDISCLI_AUTH',
  'npm_config__authToken',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'npm_config_//registry.example/:_authToken',
  'HERMES_HOME',
  'HERMES_YOLO_MODE',
  'hermes_api_server',
])('%s is removed', (name) => {
  expect(scrubVariables({ [name]: 'value' })).toEqual({})
})

test.each([
  'PATH',
  'HOME',
  'USER',
  'SHELL',
  'LANG',
  'LC_ALL',
  'PWD',
  'OLDPWD',
  'TMPDIR',
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'SSH_ASKPASS',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'GPG_TTY',
  'TOKENIZERS_PARALLELISM',
  'KEYBOARD_LAYOUT',
  'HTTPS_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'AWS_REGION',
])('%s is kept', (name) => {
  expect(scrubVariables({ [name]: 'value' })).toEqual({ [name]: 'value' })
})

test('removes copies of a secret under other names, but not short values that are equal by chance', () => {
  const variables = { OPENAI_API_KEY: 'sk-0123456789', COPY: 'sk-0123456789', DEBUG_TOKEN: '1', DEBUG: '1' }
  expect(scrubVariables(variables)).toEqual({ DEBUG: '1' })
})

test('keeps variables that are passed through', () => {
  const variables = { GH_TOKEN: 'ghp_0123456789', GITHUB_TOKEN: 'ghp_0123456789' }
  expect(scrubVariables(variables, { passThrough: ['GH_TOKEN'] })).toEqual({ GH_TOKEN: 'ghp_0123456789' })
})

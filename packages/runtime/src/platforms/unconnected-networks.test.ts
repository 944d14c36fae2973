import { expect, test } from 'vitest'
import { tempHome } from '../../testing/temp-home.js'
import { describeUnconnected, findUnconnectedNetworks } from './unconnected-networks.js'

async function find(variables: Readonly<Record<string, string>>, platforms = {}) {
  return findUnconnectedNetworks({ variables, platforms, paths: await tempHome() })
}

const telegram = {
  TELEGRAM_BOT_TOKEN: '42:token',
  TELEGRAM_ALLOWED_USERS: '1, 4',
  TELEGRAM_HOME_CHANNEL: '-100',
  TELEGRAM_HOME_CHANNEL_THREAD_ID: '7',
  TELEGRAM_REQUIRE_MENTION: 'false',
}

test('finds a network that only variables configure, and its settings without the secret', async () => {
  const [network, ...others] = await find(telegram)
  expect(others).toEqual([])
  expect(network).toMatchObject({
    name: 'telegram',
    settings: {
      token: `\${TELEGRAM_BOT_TOKEN}`,
      allow_from: ['1', '4'],
      home_chat: '-100:7',
      require_mention: false,
    },
    problems: [],
    remedy: { type: 'migrate' },
  })
  expect(network && describeUnconnected(network)).toContain(
    'TELEGRAM_BOT_TOKEN is set, but Telegram is not connected, because the settings have no platforms.telegram.token.',
  )
})

test('fills a section that lacks its token, and keeps its settings', async () => {
  const [network] = await find(telegram, { telegram: { enabled: true, allow_from: [9] } })
  expect(network?.settings).toMatchObject({ token: `\${TELEGRAM_BOT_TOKEN}`, home_chat: '-100:7' })
  expect(network?.settings).not.toHaveProperty('allow_from')
})

test.each([
  ['has its token', { telegram: { token: '42:x' } }],
  ['is switched off', { telegram: { enabled: false } }],
  ['comes from a package', { telegram: { use: 'my-telegram' } }],
])('leaves a network alone that %s', async (_, platforms) => {
  expect(await find(telegram, platforms)).toEqual([])
})

test('lets in the people of all networks, and everyone where the Python program did', async () => {
  const token = { TELEGRAM_BOT_TOKEN: '42:token' }
  const [listed] = await find({ ...token, GATEWAY_ALLOWED_USERS: '5,@ada:example.org' })
  expect(listed?.settings).toMatchObject({ allow_from: ['5'] })
  const [open] = await find({ ...token, GATEWAY_ALLOW_ALL_USERS: 'true' })
  expect(open?.settings).toMatchObject({ allow_all: true })
  const [closed] = await find({ ...token, GATEWAY_ALLOW_ALL_USERS: 'false' })
  expect(closed?.settings).not.toHaveProperty('allow_all')
})

test('recognizes Matrix and email', async () => {
  const variables = {
    MATRIX_HOMESERVER: 'https://matrix.example.org',
    MATRIX_ACCESS_TOKEN: 'syt_x',
    MATRIX_HOME_ROOM: '!abc:example.org',
    EMAIL_ADDRESS: 'agent@example.org',
    EMAIL_PASSWORD: 'secret',
    EMAIL_IMAP_HOST: 'imap.example.org',
    EMAIL_SMTP_HOST: 'smtp.example.org',
    EMAIL_AUTHSERV_ID: 'mx.example.org',
  }
  const [matrix, email] = await find(variables)
  expect(matrix).toMatchObject({
    name: 'matrix',
    settings: {
      homeserver: 'https://matrix.example.org',
      access_token: `\${MATRIX_ACCESS_TOKEN}`,
      home_chat: '!abc:example.org',
    },
    problems: [],
  })
  expect(email).toMatchObject({
    name: 'email',
    settings: { password: `\${EMAIL_PASSWORD}`, smtp_port: 587, authserv_id: 'mx.example.org' },
    problems: [],
  })
})

test.each([
  [
    { MATRIX_HOMESERVER: 'https://m.example', MATRIX_PASSWORD: 'x' },
    'access_token is missing: MATRIX_ACCESS_TOKEN is not set.',
  ],
  [
    {
      EMAIL_ADDRESS: 'a@example.org',
      EMAIL_PASSWORD: 'x',
      EMAIL_IMAP_HOST: 'imap.example.org',
      EMAIL_SMTP_HOST: 'smtp.example.org',
    },
    'authserv_id is needed to tell real senders',
  ],
  [{ TELEGRAM_BOT_TOKEN: 'nonsense' }, 'token must be a token'],
])('says why the variables are incomplete: %j', async (variables, problem) => {
  const [network] = await find(variables)
  expect(network?.problems.join(' ')).toContain(problem)
  expect(network?.remedy).toMatchObject({ type: 'set-up-network' })
})

import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { tempHome } from '../../../testing/temp-home.js'
import { openLiveConfig } from '../live/live-config.js'
import { loadConfig } from '../load/load-config.js'
import { settleConfig } from '../load/settle-config.js'
import type { CallerSection } from './unset-secrets.js'

const keys = `gateway:
  api_server:
    keys:
      blog:
        key: \${BLOG_API_KEY}
`

async function refusals(config: string, acceptsSecretsOf: readonly CallerSection[]): Promise<readonly string[]> {
  const { validation } = await settleConfig({ paths: await tempHome({ config }), variables: {}, acceptsSecretsOf })
  return 'errors' in validation ? validation.errors.map(({ path }) => path) : []
}

test('rejects a secret for callers whose variable is not set, with its place and what to do', async () => {
  const paths = await tempHome({ config: keys })
  const loading = loadConfig({ paths, variables: {}, acceptsSecretsOf: ['gateway'] })
  await expect(loading).rejects.toThrow(
    `gateway.api_server.keys.blog.key still contains \${BLOG_API_KEY}, which anyone could send: set the variable BLOG_API_KEY in the environment or in .env; see ${paths.config}, line 5.`,
  )
  await expect(loading).rejects.toMatchObject({ path: 'gateway.api_server.keys.blog.key' })
})

test('accepts the secret once the variable is set', async () => {
  const paths = await tempHome({ config: keys, env: 'BLOG_API_KEY=a-key-of-the-blog\n' })
  const { config } = await loadConfig({ paths, variables: {}, acceptsSecretsOf: ['gateway'] })
  expect(config.gateway.api_server.keys.blog?.key).toBe('a-key-of-the-blog')
})

test.each<[string, CallerSection, string]>([
  [`gateway: { api_server: { key: "\${MY_SERVER_KEY}" } }`, 'gateway', 'gateway.api_server.key'],
  [`gateway: { api_server: { key: "prefix-\${env:MY_SERVER_KEY}" } }`, 'gateway', 'gateway.api_server.key'],
  [`webhooks: { issues: { secret: "\${WEBHOOK_SECRET}" } }`, 'webhooks', 'webhooks.issues.secret'],
  [`mcp_serve: { clients: { editor: { key: "\${EDITOR_MCP_KEY}" } } }`, 'mcp_serve', 'mcp_serve.clients.editor.key'],
])('recognizes every secret that callers present: %s', async (config, section, path) => {
  expect(await refusals(`${config}\n`, [section])).toEqual([path])
  expect(await refusals(`${config}\n`, [])).toEqual([])
})

test('names all unset secrets', async () => {
  const webhooks = `webhooks: { a: { secret: "\${A}" }, b: { secret: "\${B}" } }\n`
  expect(await refusals(`${keys}${webhooks}`, ['gateway', 'webhooks'])).toEqual([
    'gateway.api_server.keys.blog.key',
    'webhooks.a.secret',
    'webhooks.b.secret',
  ])
})

test('leaves other settings with unset variables unchanged', async () => {
  const config = `model: { api_key: "\${MODEL_KEY}" }\nwebhooks: { a: { prompt: "Costs \${AMOUNT}", secret: s } }\n`
  const loaded = await loadConfig({
    paths: await tempHome({ config }),
    variables: {},
    acceptsSecretsOf: ['gateway', 'webhooks', 'mcp_serve'],
  })
  expect(loaded.config.model.api_key).toBe(`\${MODEL_KEY}`)
  expect(loaded.config.webhooks.a?.prompt).toBe(`Costs \${AMOUNT}`)
})

test('rejects a reference inside a variable, where none is substituted', async () => {
  const loading = loadConfig({
    paths: await tempHome({ env: `API_SERVER_KEY=\${OTHER}\nOTHER=a-key\n` }),
    variables: {},
    acceptsSecretsOf: ['gateway'],
  })
  await expect(loading).rejects.toThrow(
    `gateway.api_server.key still contains \${OTHER}, which anyone could send: write the secret itself, because references are only replaced in config.yaml; see the variable API_SERVER_KEY.`,
  )
})

test('keeps the previous settings when a secret loses its variable while Hermes runs', async () => {
  const paths = await tempHome({ config: 'webhooks: { a: { secret: first } }\n' })
  const { settings } = await openLiveConfig({ paths, variables: {}, acceptsSecretsOf: ['webhooks'] })
  await writeFile(paths.config, `webhooks: { a: { secret: "\${WEBHOOK_SECRET}" } }\n`)
  expect((await settings.refresh({ force: true })).config.webhooks.a?.secret).toBe('first')
  expect(settings.refusal?.message).toContain(`webhooks.a.secret still contains \${WEBHOOK_SECRET}`)
})

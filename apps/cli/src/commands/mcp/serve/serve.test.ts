import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../../testing/cli-in-home.js'

const cli = cliInHome()

test('rejects a client over HTTP whose key is an unset variable, which anyone could send', async () => {
  const clients = { editor: { key: `\${EDITOR_MCP_KEY}` } }
  writeFileSync(join(cli.home, 'config.yaml'), JSON.stringify({ mcp_serve: { clients } }))
  expect(await cli.hermes('mcp', 'serve', '--http', '--port', '0')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining(`mcp_serve.clients.editor.key still contains \${EDITOR_MCP_KEY}`),
  })
  expect(await cli.hermes('mcp', 'serve')).toMatchObject({ code: 0 })
})

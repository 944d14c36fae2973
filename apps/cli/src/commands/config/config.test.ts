import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()

test.each([
  ['model.provider', 'antropic', 'model.provider: There is no provider "antropic": did you mean "anthropic"?'],
  ['toolsets', 'wbe', 'toolsets: There is no toolset "wbe". Did you mean "web"?'],
  ['platforms.telegram.tokne', 'x', 'There is no setting platforms.telegram.tokne (did you mean'],
])('rejects %s when it is set to %s', async (path, value, message) => {
  expect(await cli.hermes('config', 'set', path, value)).toMatchObject({
    code: 1,
    err: expect.stringContaining(message),
  })
  expect(await cli.hermes('config', 'show')).toMatchObject({ out: expect.not.stringContaining('(config)') })
})

test('warns that the terminal lacks such a skin or language, which may be added later', async () => {
  const set = async (path: string, value: string) => (await cli.hermes('config', 'set', path, value)).err
  expect(await set('display.skin', 'mine')).toContain('The skin "mine" cannot be used: there is none of that name.')
  mkdirSync(join(cli.home, 'skins'))
  writeFileSync(join(cli.home, 'skins', 'mine.yaml'), 'description: My own.\n')
  expect(await set('display.skin', 'mine')).not.toContain('cannot be used')
  expect(await set('display.skin', 'mien')).toContain('Did you mean `mine`?')
  expect(await set('display.language', 'de')).toContain('There are no texts in "de": English is shown.')
  for (const language of ['auto', 'en', 'en_GB', 'zh']) {
    expect(await set('display.language', language)).not.toContain('no texts')
  }
})

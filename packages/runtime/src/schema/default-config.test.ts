import { expect, it } from 'vitest'
import { configSchema } from './config-schema.js'
import { defaultConfig } from './default-config.js'

it('equals the defaults of the schema', async () => {
  const config = configSchema.parse({})
  expect(defaultConfig()).toStrictEqual(config)
  await expect(toModule(config)).toMatchFileSnapshot('./default-config.ts')
})

function toModule(config: object): string {
  return `// Written by default-config.test.ts: after a change of a default, run it with --update.
import type { Config } from './config-schema.js'

/** The settings where no file, variable or flag says otherwise, without building the schema of a section. */
export function defaultConfig(): Config {
  return ${JSON.stringify(config, undefined, 2).replaceAll('\n', '\n  ')}
}
`
}

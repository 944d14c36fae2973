import { describe, expect, test } from 'vitest'
import { tempHome } from '../../../testing/temp-home.js'
import { loadConfig } from '../load/load-config.js'
import { ownModelOf } from './own-model-of.js'

const servers = `providers:
  box: { base_url: "http://127.0.0.1:1/v1", context_length: 4096 }
  LAB: { name: The lab, base_url: "http://127.0.0.1:2/v1" }
`

test.each([
  ['lab:large', 'large'],
  ['LAB:large', 'large'],
  ['The lab:large', 'large'],
  ['custom:Lab:large', 'large'],
  ['lab:70b-chat', '70b-chat'],
  ['lab:qwen3:8b', 'qwen3:8b'],
])('recognizes %s as a model of the server', (text, model) => {
  expect(ownModelOf(text, { providers: { lab: { name: 'The lab' } } })).toEqual({ provider: 'lab', model })
})

test.each(['qwen3:8b', 'lab', 'lab:', 'org/lab:free', 'openai:gpt-5.2'])('does not recognize %s', (text) => {
  expect(ownModelOf(text, { providers: { lab: {} } })).toBeUndefined()
  expect(ownModelOf(text, {})).toBeUndefined()
})

describe('a model with its server', () => {
  const lab = { provider: 'lab', default: 'large' }

  test('is recognized in config.yaml, as a text and as model.default', async () => {
    for (const model of ['model: LAB:large', 'model: { default: "lab:large" }']) {
      const { config } = await loadConfig({ paths: await tempHome({ config: `${servers}${model}\n` }), variables: {} })
      expect(config.model, model).toMatchObject(lab)
    }
  })

  test('is recognized on the command line, without the settings of the previous server', async () => {
    const config = `${servers}model: { provider: box, default: small, api_key: of-the-box }\n`
    const overrides = { model: { default: 'LAB:large' } }
    const loaded = await loadConfig({ paths: await tempHome({ config }), variables: {}, overrides })
    expect(loaded.config.model).toMatchObject(lab)
    expect(loaded.config.model.api_key).toBeUndefined()
  })

  test('stays a plain name next to a provider', async () => {
    const config = `${servers}model: { provider: box, default: "lab:large" }\n`
    const loaded = await loadConfig({ paths: await tempHome({ config }), variables: {} })
    expect(loaded.config.model).toMatchObject({ provider: 'box', default: 'lab:large' })
  })
})

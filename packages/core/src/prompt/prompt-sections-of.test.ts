import { fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createAgent } from '../agent/create-agent.js'
import { maxSectionChars, type Plugin, type PromptContext, type PromptSection } from '../contracts/agent/plugin.js'
import { maxGuidanceChars } from '../contracts/calls/tool-traits.js'
import { buildSystemPrompt } from './build-system-prompt.js'
import { promptSectionsOf } from './prompt-sections-of.js'

const about = (...tools: readonly string[]): PromptContext => ({ sessionId: 's', source: 'cli', model: 'm', tools })
const day: PromptSection = { id: 'day', stability: 'volatile', content: 'Today is Monday.' }
const folder: PromptSection = { id: 'folder', stability: 'context', content: 'You are in /work.' }
const identity: PromptSection = { id: 'identity', content: 'You are Hermes.' }

test('puts stable sections first, whichever plugin they come from', async () => {
  const plugins: readonly Plugin[] = [
    {
      name: 'p',
      promptSections: [
        { id: 'hour', stability: 'volatile', content: 'It is noon.' },
        { id: 'rules', content: 'Be brief.' },
      ],
    },
  ]
  const sections = promptSectionsOf({ prompt: [identity, day, folder], plugins })
  expect(await buildSystemPrompt(sections, about())).toBe(
    ['You are Hermes.', 'Be brief.', 'You are in /work.', 'Today is Monday.', 'It is noon.'].join('\n\n'),
  )
})

test("puts a session's own instructions before volatile sections", async () => {
  const transport = scripted([text('ok')])
  const agent = createAgent({ transport, model: { id: 'm' }, prompt: [day, identity] })
  await agent.run('hi', { session: { instructions: 'Answer in French.' } }).result
  expect(transport.requests[0]?.system).toBe('You are Hermes.\n\nAnswer in French.\n\nToday is Monday.')
})

test('includes the guidance of available tools, each sentence once and bounded', async () => {
  const run = () => ''
  const tools = fakeTools(
    { sow: run, reap: run, plough: run },
    {
      sow: { guidance: 'Sow before you reap.' },
      reap: { guidance: 'Sow before you reap.' },
      plough: { guidance: 'x'.repeat(9_000) },
    },
  )
  const prompt = (...names: readonly string[]) =>
    buildSystemPrompt(promptSectionsOf({ prompt: [identity], tools }), about(...names))
  expect(await prompt('sow', 'reap')).toBe('You are Hermes.\n\nSow before you reap.')
  expect(await prompt('unknown')).toBe('You are Hermes.')
  expect(await prompt('plough')).toHaveLength('You are Hermes.\n\n'.length + maxGuidanceChars)
})

test('omits and logs a plugin section that fails, and cuts one that is too long', async () => {
  const logged: string[] = []
  const logger = { log: (_: string, message: string) => void logged.push(message) }
  const plugins: readonly Plugin[] = [
    {
      name: 'p',
      promptSections: [
        { id: 'broken', content: () => Promise.reject(new Error('no disk')) },
        { id: 'long', content: 'x'.repeat(maxSectionChars * 2) },
      ],
    },
  ]
  const text = await buildSystemPrompt(promptSectionsOf({ prompt: [identity], plugins, logger }), about())
  expect(logged).toEqual([expect.stringContaining('"broken" of "p" failed: no disk')])
  expect(text.length).toBeLessThan(maxSectionChars + 200)
})

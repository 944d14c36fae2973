import { expect, test } from 'vitest'
import { openBuiltIns } from '../../testing/open-built-ins.js'
import { builtInTools } from './built-in-tools.js'

test('lists every tool of an agent with its toolset', async () => {
  await using builtIns = await openBuiltIns()
  const tools = builtIns.tools.map(({ name, toolset }) => ({ name, toolset }))
  expect(builtInTools).toEqual(expect.arrayContaining(tools))
  // These tools need a network or a speech service.
  const others = builtInTools.filter(({ name }) => !tools.some((tool) => tool.name === name))
  expect(others.map(({ name }) => name)).toEqual(['send_message', 'text_to_speech'])
})

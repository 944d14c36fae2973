import { randomInt } from 'node:crypto'
import { defineTool } from '@hermes/core'
import { definePlugin } from '@hermes/core/extension'
import * as z from 'zod'

const roll = (count, sides) => Array.from({ length: count }, () => randomInt(1, sides + 1))

export default definePlugin({
  id: 'dice',
  // `installed_plugins.settings` of the config: `hermes-plugin-dice: { sides: 20 }`
  options: z.strictObject({ sides: z.int().min(2).max(1_000).default(6) }),
  create: ({ sides }) => ({
    name: 'dice',
    tools: [
      defineTool({
        name: 'dice_roll',
        description: `Roll dice with ${sides} sides.`,
        toolset: 'dice',
        effect: 'read',
        concurrency: 'safe',
        parameters: z.object({ count: z.int().min(1).max(100).default(1) }),
        run: async ({ count }) => `Rolled ${roll(count, sides).join(', ')}.`,
      }),
    ],
    promptSections: [{ id: 'dice', content: 'Roll dice with the tool. Never make a number up.' }],
    commands: [{ name: 'dice', description: 'roll one die', run: async () => `You rolled ${roll(1, sides)}.` }],
  }),
})

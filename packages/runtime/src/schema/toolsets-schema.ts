import * as z from 'zod'

const names = z.array(z.string())

/** Which tools an agent has. */
export const toolsetsSchemas = {
  toolsets: names
    .default(['all'])
    .describe(
      'The tools that the agent has: toolsets, bundles of them, or single tools; `all` for all, `mcp-*` for those whose names begin so, `-web` for all but these.',
    ),
  platform_toolsets: z
    .record(z.string(), names)
    .default({})
    .describe(
      'The same for one surface, by its name (`cli`, `api_server`, `telegram`, `cron`): counts instead of toolsets.',
    ),
  custom_toolsets: z
    .record(z.string().regex(/^[\w.-]+$/, 'a name of letters, digits, "_", "-" and "."'), names)
    .default({})
    .describe('Bundles of your own, by name; each lists toolsets, tools or other bundles.'),
  tools: z
    .strictObject({
      tool_search: z
        .enum(['auto', 'on', 'off'])
        .default('auto')
        .describe(
          'Hide the tools of servers and plugins behind a search. `auto`: when their descriptions take more than a tenth of the window.',
        ),
    })
    .prefault({}),
}

/** For the section `agent`. */
export const disabledToolsetsSchema = names
  .default([])
  .describe('Toolsets or tools that the agent never has, whatever else names them.')

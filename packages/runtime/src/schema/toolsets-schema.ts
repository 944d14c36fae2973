import * as z from 'zod'

const names = z.array(z.string())

/** The tools of an agent. */
export const toolsetsSchemas = {
  toolsets: names
    .default(['all'])
    .describe(
      'The tools of the agent: toolsets, bundles or single tools; `all` for all, `mcp-*` for a name prefix, `-web` to exclude.',
    ),
  platform_toolsets: z
    .record(z.string(), names)
    .default({})
    .describe('The same per surface (`cli`, `api_server`, `telegram`, `cron`), instead of toolsets.'),
  custom_toolsets: z
    .record(z.string().regex(/^[\w.-]+$/, 'a name of letters, digits, "_", "-" and "."'), names)
    .default({})
    .describe('Your own bundles, by name; each lists toolsets, tools or other bundles.'),
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
  .describe('Toolsets or tools that the agent never has, even if listed elsewhere.')

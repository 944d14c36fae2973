import { lazily } from '@hermes/safety'
import * as z from 'zod'

const names = lazily(() => z.array(z.string()))

export const toolsetsSchema = lazily(() =>
  names()
    .default(['all'])
    .describe(
      'The tools of the agent: toolsets, bundles or single tools; `all` for all, `mcp-*` for a name prefix, `-web` to exclude.',
    ),
)

export const platformToolsetsSchema = lazily(() =>
  z
    .record(z.string(), names())
    .default({})
    .describe('The same per surface (`cli`, `api_server`, `telegram`, `cron`), instead of toolsets.'),
)

export const customToolsetsSchema = lazily(() =>
  z
    .record(z.string().regex(/^[\w.-]+$/, 'a name of letters, digits, "_", "-" and "."'), names())
    .default({})
    .describe('Your own bundles, by name; each lists toolsets, tools or other bundles.'),
)

/** The section `tools`. */
export const toolsSchema = lazily(() =>
  z
    .strictObject({
      tool_search: z
        .enum(['auto', 'on', 'off'])
        .default('auto')
        .describe(
          'Hide the tools of servers and plugins behind a search. `auto`: when their descriptions take more than a tenth of the window.',
        ),
    })
    .prefault({}),
)

/** The setting `agent.disabled_toolsets`. */
export const disabledToolsetsSchema = lazily(() =>
  names().default([]).describe('Toolsets or tools that the agent never has, even if listed elsewhere.'),
)

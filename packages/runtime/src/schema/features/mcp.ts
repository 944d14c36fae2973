import { lazily } from '@hermes/safety'
import * as z from 'zod'

const names = lazily(() => z.array(z.string()))

const serverSchema = lazily(() =>
  z
    .strictObject({
      command: z.string().min(1).optional().describe('The program of a local server.'),
      args: names().default([]).describe('Its arguments.'),
      env: z
        .record(z.string(), z.string())
        .default({})
        .describe('Its variables, which may refer to those of `.env`. No other secrets are passed to it.'),
      cwd: z.string().min(1).optional().describe('The folder that it starts in. Default: the working folder.'),
      url: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe('Address of a server on the network, instead of command.'),
      transport: z
        .enum(['auto', 'http', 'sse'])
        .default('auto')
        .describe('How to talk to it: `http` (streamable HTTP), the older `sse`, or `auto` for the first that works.'),
      headers: z
        .record(z.string(), z.string())
        .default({})
        .describe('Headers of every request, such as Authorization.'),
      oauth: z
        .strictObject({
          client_id: z
            .string()
            .optional()
            .describe('The id of a client that you have registered. Default: Hermes registers itself.'),
          client_secret: z
            .string()
            .optional()
            .meta({ description: 'Its secret. Better kept in .env.', format: 'password' }),
          scope: z.string().optional().describe('The permissions to ask for. Default: those that the server names.'),
          callback_port: z
            .int()
            .min(0)
            .max(65535)
            .default(0)
            .describe('The port that the browser returns to; 0 for any.'),
        })
        .prefault({}),
      enabled: z.boolean().default(true).describe('Whether the server is used.'),
      toolset: z
        .string()
        .regex(/^[\w.-]+$/)
        .optional()
        .describe('The toolset of its tools. Default: `mcp-` and its name.'),
      tools: z
        .strictObject({
          include: names().optional().describe('The tools to use, by their names on the server. Default: all.'),
          exclude: names().default([]).describe('The tools to leave out.'),
          resources: z.boolean().default(true).describe('Add two tools that list and read its resources.'),
          prompts: z.boolean().default(true).describe('Add a command for each of its prompts.'),
        })
        .prefault({}),
      skills: z.boolean().default(true).describe('Offer its skills, each after you have agreed to it.'),
      timeout: z
        .number()
        .positive()
        .max(86_400)
        .default(300)
        .describe('Time limit of a call in seconds. Progress restarts it.'),
      connect_timeout: z.number().positive().max(3600).default(60).describe('Time limit of connecting in seconds.'),
      keepalive_interval: z
        .number()
        .min(0)
        .max(86_400)
        .default(180)
        .describe('Seconds between checks of an idle connection; 0 for none.'),
      supports_parallel_tool_calls: z.boolean().default(false).describe('Run several of its calls at the same time.'),
      trust: z
        .enum(['full', 'untrusted'])
        .default('untrusted')
        .describe(
          '`full`: tools that say that they only read run without a question, and the first list of tools counts as agreed to. `untrusted`: every call is asked about.',
        ),
      elicitation: z.boolean().default(true).describe('Whether it may ask you for input during a call.'),
      sampling: z
        .boolean()
        .default(false)
        .describe('Whether it may use the model of `auxiliary.mcp`. You are asked each time.'),
      roots: z
        .boolean()
        .default(false)
        .describe(
          'Whether the server receives the working folder. Some servers then work there instead of in their arguments.',
        ),
    })
    .refine(({ command, url }) => (command === undefined) !== (url === undefined), 'needs either command or url'),
)

/** The section `mcp_servers`. */
export const mcpServersSchema = lazily(() =>
  z
    .record(
      z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, 'a name of at most 32 letters, digits, "_" and "-"'),
      serverSchema(),
    )
    .default({})
    .describe('MCP servers by name: each with `command` or `url`.'),
)

export type McpServerConfig = z.output<ReturnType<typeof serverSchema>>

const clientSchema = lazily(() =>
  z.strictObject({
    key: z
      .string()
      .regex(/^\S{16,200}$/, 'a key of 16 to 200 characters without spaces')
      .meta({ description: 'The bearer token. Better a reference to a variable of .env.', format: 'password' }),
    scope: z
      .enum(['skills', 'read', 'send', 'all'])
      .default('read')
      .describe(
        'skills: only your skills. read: conversations and messages, too. send: messages to them, too. all: answers to questions, too.',
      ),
  }),
)

/** The section `mcp_serve`. */
export const mcpServeSchema = lazily(() =>
  z
    .strictObject({
      skills: z
        .boolean()
        .default(true)
        .describe('Serve the skills of the home and of `skills.external_dirs` to all clients of the MCP server.'),
      clients: z
        .record(
          z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'a name of lower-case letters, digits and "-"'),
          clientSchema(),
        )
        .default({})
        .describe('The clients that the MCP server accepts over HTTP, by name, each with its own token and scope.'),
    })
    .prefault({}),
)

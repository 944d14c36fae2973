import type { McpServerInput } from '@hermes/runtime'

/** A public server that `hermes mcp add` knows by name. */
export interface CatalogServer {
  readonly name: string
  readonly summary: string
  /** Address of its documentation. */
  readonly page: string
  readonly server: McpServerInput
  /** Variables that it needs, which stay in `.env`. */
  readonly variables?: readonly string[]
}

const repository = 'https://github.com/modelcontextprotocol/servers/tree/main/src'
const npm = (name: string, ...args: readonly string[]): McpServerInput => ({
  command: 'npx',
  args: ['-y', name, ...args],
})
const pypi = (name: string): McpServerInput => ({ command: 'uvx', args: [name] })
const online = (url: string): McpServerInput => ({ url })

/** Returns a server that receives the given variables and no others. */
function withVariables(server: McpServerInput, variables: readonly string[]) {
  return { server: { ...server, env: Object.fromEntries(variables.map((name) => [name, `\${${name}}`])) }, variables }
}

/** Servers published by the projects and companies that they serve, by name. */
export const catalog: readonly CatalogServer[] = [
  {
    name: 'brave-search',
    summary: 'Web, news and image search',
    page: 'https://github.com/brave/brave-search-mcp-server',
    ...withVariables(npm('@brave/brave-search-mcp-server'), ['BRAVE_API_KEY']),
  },
  {
    name: 'chrome-devtools',
    summary: 'Inspects pages, their network and their speed in Chrome',
    page: 'https://github.com/ChromeDevTools/chrome-devtools-mcp',
    server: npm('chrome-devtools-mcp'),
  },
  {
    name: 'context7',
    summary: 'Current documentation of libraries',
    page: 'https://github.com/upstash/context7',
    server: npm('@upstash/context7-mcp'),
  },
  {
    name: 'exa',
    summary: 'Web search for models, with the text of the pages',
    page: 'https://github.com/exa-labs/exa-mcp-server',
    ...withVariables(npm('exa-mcp-server'), ['EXA_API_KEY']),
  },
  {
    name: 'fetch',
    summary: 'Reads pages of the web as Markdown',
    page: `${repository}/fetch`,
    server: pypi('mcp-server-fetch'),
  },
  {
    name: 'firecrawl',
    summary: 'Crawls sites and extracts their content',
    page: 'https://github.com/firecrawl/firecrawl-mcp-server',
    ...withVariables(npm('firecrawl-mcp'), ['FIRECRAWL_API_KEY']),
  },
  {
    name: 'git',
    summary: 'Reads and changes Git repositories',
    page: `${repository}/git`,
    server: pypi('mcp-server-git'),
  },
  {
    name: 'github',
    summary: 'Repositories, issues and pull requests of GitHub',
    page: 'https://github.com/github/github-mcp-server',
    server: online('https://api.githubcopilot.com/mcp/'),
  },
  {
    name: 'knowledge-graph',
    summary: 'A graph of facts in a file',
    page: `${repository}/memory`,
    server: npm('@modelcontextprotocol/server-memory'),
  },
  {
    name: 'linear',
    summary: 'Issues and projects of Linear',
    page: 'https://linear.app/docs/mcp',
    server: online('https://mcp.linear.app/mcp'),
  },
  {
    name: 'notion',
    summary: 'Pages and databases of Notion',
    page: 'https://developers.notion.com/docs/mcp',
    server: online('https://mcp.notion.com/mcp'),
  },
  {
    name: 'playwright',
    summary: 'Drives a browser',
    page: 'https://github.com/microsoft/playwright-mcp',
    server: npm('@playwright/mcp'),
  },
  {
    name: 'sentry',
    summary: 'Errors and traces of Sentry',
    page: 'https://docs.sentry.io/product/sentry-mcp/',
    server: online('https://mcp.sentry.dev/mcp'),
  },
  {
    name: 'sequential-thinking',
    summary: 'Keeps the steps of a long train of thought',
    page: `${repository}/sequentialthinking`,
    server: npm('@modelcontextprotocol/server-sequential-thinking'),
  },
  {
    name: 'tavily',
    summary: 'Web search and extraction',
    page: 'https://github.com/tavily-ai/tavily-mcp',
    ...withVariables(npm('tavily-mcp'), ['TAVILY_API_KEY']),
  },
  {
    name: 'time',
    summary: 'The time in all zones',
    page: `${repository}/time`,
    server: pypi('mcp-server-time'),
  },
  {
    name: 'workspace',
    summary: 'Files of the working folder',
    page: `${repository}/filesystem`,
    server: npm('@modelcontextprotocol/server-filesystem', '.'),
  },
]

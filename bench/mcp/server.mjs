// An MCP server with as many tools as its first argument says. It speaks the wire itself, so that a client's time is not a library's.
import { createInterface } from 'node:readline'

const tools = Array.from({ length: Number(process.argv[2]) }, (_, index) => ({
  name: `list_records_${index}`,
  description: `Lists the records of table ${index} that match a filter, newest first. Returns one page at most; the cursor of the answer gets the next one.`,
  inputSchema: {
    type: 'object',
    properties: {
      filter: { type: 'string', description: 'An expression over the fields of a record.' },
      limit: { type: 'integer', minimum: 1, maximum: 100, description: 'The size of a page.' },
      cursor: { type: 'string', description: 'Where the page begins.' },
    },
    required: ['filter'],
  },
}))

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'bench', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'No records.' }] }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const answer = answers[method]
  const outcome = answer ? { result: answer(params) } : { error: { code: -32601, message: 'Method not found' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseToolMarkup } from './parse-tool-markup.js'

const names = ['read_file', 'write_file', 'terminal', 'web_search', 'list']

function parse(text: string) {
  let id = 0
  const parsed = parseToolMarkup(text, names, () => `call_${++id}`)
  return parsed && { ...parsed, calls: parsed.calls.map(({ function: { name, arguments: args } }) => [name, args]) }
}

/** Returns the calls with their arguments as values. */
function calls(text: string) {
  return parse(text)?.calls.map(([name, args]) => [name, JSON.parse(args ?? '')])
}

const a = ['read_file', { path: 'a.ts' }]
const b = ['terminal', { command: 'ls -la' }]

describe('calls written as text', () => {
  test.each<[string, string, unknown[], string?]>([
    ['Hermes', '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n</tool_call>', [a]],
    ['on one line', '<tool_call>{"name":"read_file","arguments":{"path":"a.ts"}}</tool_call>', [a]],
    [
      'two of them',
      '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n</tool_call>\n<tool_call>\n{"name": "terminal", "arguments": {"command": "ls -la"}}\n</tool_call>',
      [a, b],
    ],
    [
      'two in one tag',
      '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n{"name": "terminal", "arguments": {"command": "ls -la"}}\n</tool_call>',
      [a, b],
    ],
    ['a list in the tag', '<tool_call>[{"name":"read_file","arguments":{"path":"a.ts"}}]</tool_call>', [a]],
    [
      'after words',
      'I will read it.\n\n<tool_call>\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n</tool_call>',
      [a],
      'I will read it.',
    ],
    [
      'after words on the same line',
      'Let me look. <tool_call>{"name": "read_file", "arguments": {"path": "a.ts"}}</tool_call>',
      [a],
      'Let me look.',
    ],
    [
      'after thoughts',
      '<think>\nShould I write <tool_call>?\n</think>\n\n<tool_call>{"name":"read_file","arguments":{"path":"a.ts"}}</tool_call>',
      [a],
      '<think>\nShould I write <tool_call>?\n</think>',
    ],
    [
      'right after thoughts',
      '<think>x</think><tool_call>{"name":"read_file","arguments":{"path":"a.ts"}}</tool_call>',
      [a],
      '<think>x</think>',
    ],
    [
      'with the end of thoughts in an argument',
      '<tool_call>{"name":"write_file","arguments":{"content":"<think>x</think>"}}</tool_call>',
      [['write_file', { content: '<think>x</think>' }]],
    ],
    [
      'after thoughts whose beginning is lost',
      'I need the file.\n</think>\n{"name": "read_file", "arguments": {"path": "a.ts"}}',
      [a],
      'I need the file.\n</think>',
    ],
    [
      'after a code block',
      'Like this:\n\n```ts\nconst a = 1\n```\n\n<tool_call>{"name":"read_file","arguments":{"path":"a.ts"}}</tool_call>',
      [a],
      'Like this:\n\n```ts\nconst a = 1\n```',
    ],
    [
      'after the tag was mentioned',
      'I use `<tool_call>` now.\n\n<tool_call>{"name":"read_file","arguments":{"path":"a.ts"}}</tool_call>',
      [a],
      'I use `<tool_call>` now.',
    ],
    ['without an end tag, though whole', '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.ts"}}', [a]],
    [
      'with the end of the message',
      '<tool_call>{"name":"read_file","arguments":{"path":"a.ts"}}</tool_call><|im_end|>',
      [a],
    ],
    [
      'with a result that the model made up',
      '<tool_call>{"name":"read_file","arguments":{"path":"a.ts"}}</tool_call>\n<tool_response>\nconst a = 1\n</tool_response>\nThe file has one line.',
      [a],
    ],
    ['arguments as text', '<tool_call>{"name":"read_file","arguments":"{\\"path\\":\\"a.ts\\"}"}</tool_call>', [a]],
    ['no arguments', '<tool_call>{"name":"list"}</tool_call>', [['list', {}]]],
    ['parameters for arguments', '<tool_call>{"name":"read_file","parameters":{"path":"a.ts"}}</tool_call>', [a]],
    [
      'nested braces, quotes and tags in texts',
      '<tool_call>{"name":"write_file","arguments":{"path":"a","content":"if (x) { return \\"}\\" } // </tool_call> {"}}</tool_call>',
      [['write_file', { path: 'a', content: 'if (x) { return "}" } // </tool_call> {' }]],
    ],
    [
      'line breaks within quotes',
      '<tool_call>{"name":"write_file","arguments":{"path":"a","content":"one\n\ttwo\\n"}}</tool_call>',
      [['write_file', { path: 'a', content: 'one\n\ttwo\n' }]],
    ],
    ['no underscore', '<toolcall>{"name":"read_file","arguments":{"path":"a.ts"}}</toolcall>', [a]],
    ['plural', '<tool_calls>[{"name":"read_file","arguments":{"path":"a.ts"}}]</tool_calls>', [a]],
    [
      'OpenAI within the tag',
      '<tool_call>{"id":"x","type":"function","function":{"name":"read_file","arguments":"{\\"path\\": \\"a.ts\\"}"}}</tool_call>',
      [a],
    ],
    ['Llama with JSON', '<function=read_file>{"path": "a.ts"}</function>', [a]],
    [
      'Llama, two',
      '<function=read_file>{"path": "a.ts"}</function>\n<function=terminal>{"command": "ls -la"}</function>',
      [a, b],
    ],
    [
      'Qwen Coder',
      '<tool_call>\n<function=read_file>\n<parameter=path>\na.ts\n</parameter>\n</function>\n</tool_call>',
      [a],
    ],
    [
      'Qwen Coder, two in a row, without the outer tag',
      '<function=read_file>\n<parameter=path>\na.ts\n</parameter>\n</function>\n<function=terminal>\n<parameter=command>\nls -la\n</parameter>\n</function>',
      [a, b],
    ],
    [
      'a stray end tag',
      'I read it.\n<function=read_file>\n<parameter=path>\na.ts\n</parameter>\n</function>\n</tool_call>',
      [a],
      'I read it.',
    ],
    [
      'a parameter of several lines that speaks of parameters',
      '<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n  one\n</parameter> is a tag\n\n</parameter>\n</function>',
      [['write_file', { path: 'a', content: '  one\n</parameter> is a tag\n' }]],
    ],
    ['no parameters', '<function=list>\n</function>', [['list', {}]]],
    [
      'Seed',
      '<seed:tool_call>\n<function=read_file>\n<parameter=path>a.ts</parameter>\n</function>\n</seed:tool_call>',
      [a],
    ],
    ['GLM', '<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a.ts</arg_value>\n</tool_call>', [a]],
    ['GLM without arguments', '<tool_call>list</tool_call>', [['list', {}]]],
    ['invoke', '<invoke name="read_file">\n<parameter name="path">a.ts</parameter>\n</invoke>', [a]],
    [
      'invoke within function_calls',
      'Reading.\n\n<function_calls>\n<invoke name="read_file">\n<parameter name="path">a.ts</parameter>\n</invoke>\n<invoke name="terminal">\n<parameter name="command">ls -la</parameter>\n</invoke>\n</function_calls>',
      [a, b],
      'Reading.',
    ],
    [
      'MiniMax',
      '<minimax:tool_call>\n<invoke name="terminal">\n<parameter name="command">ls -la</parameter>\n</invoke>\n</minimax:tool_call>',
      [b],
    ],
    [
      'DeepSeek V3.2',
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read_file">\n<｜DSML｜parameter name="path" string="true">a.ts</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
      [a],
    ],
    [
      'DeepSeek V3',
      'Ok.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "a.ts"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>terminal\n```json\n{"command": "ls -la"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
      [a, b],
      'Ok.',
    ],
    [
      'DeepSeek V3.1',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "a.ts"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      [a],
    ],
    [
      'Kimi',
      'I read <|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a.ts"}<|tool_call_end|><|tool_call_begin|>functions.terminal:1<|tool_call_argument_begin|>{"command": "ls -la"}<|tool_call_end|><|tool_calls_section_end|>',
      [a, b],
      'I read',
    ],
    ['Mistral', '[TOOL_CALLS] [{"name": "read_file", "arguments": {"path": "a.ts"}, "id": "123456789"}]', [a]],
    [
      'Mistral after words, two',
      'Let me see[TOOL_CALLS][{"name":"read_file","arguments":{"path":"a.ts"}},{"name":"terminal","arguments":{"command":"ls -la"}}]</s>',
      [a, b],
      'Let me see',
    ],
    [
      'newer Mistral',
      '[TOOL_CALLS]read_file[ARGS]{"path": "a.ts"}[TOOL_CALLS]terminal[ARGS]{"command": "ls -la"}',
      [a, b],
    ],
    ['newest Mistral', '[TOOL_CALLS]read_file{"path": "a.ts"}', [a]],
    ['Llama 3', '<|python_tag|>{"name": "read_file", "parameters": {"path": "a.ts"}}<|eom_id|>', [a]],
    [
      'Llama 3, two',
      '<|python_tag|>{"name": "read_file", "parameters": {"path": "a.ts"}}; {"name": "terminal", "parameters": {"command": "ls -la"}}',
      [a, b],
    ],
    ['Phi', '<|tool_call|>[{"name": "read_file", "arguments": {"path": "a.ts"}}]<|/tool_call|>', [a]],
    ['a code block that is all', '```json\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n```', [a]],
    ['a code block that lacks its end', '```json\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n', [a]],
    ['a code block without a language', '```\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n```\n', [a]],
    [
      'a code block with a tag',
      '```xml\n<tool_call>{"name":"read_file","arguments":{"path":"a.ts"}}</tool_call>\n```',
      [a],
    ],
    ['JSON that is all', '{"name": "read_file", "arguments": {"path": "a.ts"}}', [a]],
    ['JSON over several lines', '\n{\n  "name": "read_file",\n  "parameters": {\n    "path": "a.ts"\n  }\n}\n', [a]],
    [
      'JSON, two in a list',
      '[{"name":"read_file","arguments":{"path":"a.ts"}},{"name":"terminal","arguments":{"command":"ls -la"}}]',
      [a, b],
    ],
    ['JSON as OpenAI has it', '{"type":"function","function":{"name":"read_file","arguments":{"path":"a.ts"}}}', [a]],
  ])('%s', (_, text, expected, before = '') => {
    expect(calls(text)).toEqual(expected)
    expect(parse(text)).toMatchObject({ text: before, isCut: false })
  })

  test('passes on arguments that are almost JSON unchanged', () => {
    const text = `<tool_call>{'name': 'read_file', 'arguments': {'path': 'a.ts'}}</tool_call>`
    expect(parse(text)?.calls).toEqual([['read_file', "{'path': 'a.ts'}"]])
  })

  test('takes ids from the generator, in the order of the calls', () => {
    let next = 0
    const text = '<function=list></function><function=list></function>'
    const parsed = parseToolMarkup(text, names, () => `id_${++next}`)
    expect(parsed?.calls).toEqual([
      { id: 'id_1', type: 'function', function: { name: 'list', arguments: '{}' } },
      { id: 'id_2', type: 'function', function: { name: 'list', arguments: '{}' } },
    ])
  })
})

describe('texts without a call', () => {
  const example = '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n</tool_call>'
  test.each([
    '',
    'Done.',
    'I read the file; it has 3 lines.',
    'The model writes `<tool_call>{"name":"read_file","arguments":{}}</tool_call>`.',
    'The model writes `<tool_call>{"name":"read_file","arguments":{}}</tool_call>',
    `Hermes models call tools like this:\n\n\`\`\`xml\n${example}\n\`\`\`\n\nThe runtime answers with a result.`,
    `Hermes models call tools like this:\n\n\`\`\`xml\n${example}\n\`\`\``,
    `Hermes models call tools like this:\n\n~~~\n${example}\n~~~`,
    `\`\`\`\`md\n\`\`\`xml\n${example}\n\`\`\`\n\n${example}\n\`\`\`\``,
    `The format:\n\n\`\`\`\n${example}`,
    `A call looks like this:\n\n${example}\n\nAfter it, the result comes.`,
    `A call looks like this:\n\n${example}\n\nIs that clear?`,
    `A call looks like this:\n\n    ${example}`,
    `> ${example.replaceAll('\n', '\n> ')}`,
    `- ${example}`,
    `1. First:\n     ${example}`,
    'Close it with </tool_call>.',
    'The tag is\n<tool_call>',
    'The tag is\n<tool_call>\nand what follows is JSON.',
    '<tool_call> is the tag that Hermes models use.',
    '<tool_call></tool_call>',
    '<tool_call>\n{"name": "delete_everything", "arguments": {}}\n</tool_call>',
    '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n</tool_call>\n<tool_call>\n{"name": "nope", "arguments": {}}\n</tool_call>',
    '<tool_call>\n{"name": "nope", "arguments": {}}\n</tool_call>\n<tool_call>\n{"name": "list", "arguments": {}}\n</tool_call>',
    '<tool_call>{"path": "a.ts"}</tool_call>',
    '<tool_call>42</tool_call>',
    '<think>\n<tool_call>{"name":"read_file","arguments":{"path":"a.ts"}}</tool_call>\n</think>\nThe answer is 4.',
    '<think>\nI could use <tool_call>{"name":"read_file","arguments":{"path":"a.ts"}}</tool_call>',
    'Qwen Coder writes <function=read_file><parameter=path>a.ts</parameter></function> for it.',
    '<function=read_file> is how it begins.',
    '<function=nope>{"path": "a.ts"}</function>',
    'function=read_file {"path": "a.ts"}',
    'Use <invoke name="read_file"> to begin a call.',
    '<invoke name="read_file"> begins a call.',
    'Mistral marks calls with [TOOL_CALLS] and a list.',
    'Mistral: [TOOL_CALLS] [{"name": "read_file", "arguments": {"path": "a"}}] and so on.',
    'The token `<|python_tag|>` begins a call: `<|python_tag|>{"name":"read_file","parameters":{}}`',
    '<|python_tag|>print("hello")',
    'DeepSeek begins with <｜tool▁calls▁begin｜>.',
    '{"name": "hermes", "version": "1.0.0"}',
    '{"name": "terminal", "version": "1.0.0", "arguments": {}}',
    '{"name": "read_file", "description": "Reads a file.", "parameters": {"type": "object", "properties": {}}}',
    '{"name": "read_file", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}',
    '[{"name": "read_file"}, {"name": "terminal"}]',
    '{"name": "read_file"}',
    '{"name": "terminal", "arguments": ["ls"]}',
    '{"name": "terminal", "ver',
    '{}',
    '[]',
    '[1, 2, 3]',
    '{ "a": ',
    'Here it is:\n\n```json\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n```',
    '```json\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n```\n\nThat is the request.',
    '```json\n{"name": "read_file", "arguments": {}}\n```\n\nor\n\n```json\n{"name": "terminal", "arguments": {}}\n```',
    'The request was {"name": "read_file", "arguments": {"path": "a.ts"}}',
    '```ts\nconst call = { name: "read_file", arguments: {} }\n```',
    '<div><function name="x"></function></div>',
    'Vec<function=read_file>',
  ])('%s', (text) => {
    expect(parse(text)).toBeUndefined()
  })
})

describe('a call that was cut off', () => {
  test.each<[string, string, string, string?]>([
    [
      'in a text',
      '<tool_call>\n{"name": "write_file", "arguments": {"path": "a", "content": "one',
      '{"path": "a", "content": "one',
    ],
    ['between arguments', '<tool_call>\n{"name": "write_file", "arguments": {"path": "a"', '{"path": "a","'],
    ['after a comma', '<tool_call>\n{"name": "write_file", "arguments": {"path": "a", ', '{"path": "a","'],
    ['before the arguments', '<tool_call>\n{"name": "write_file", ', '{"'],
    ['after words', 'Now.\n<tool_call>{"name":"write_file","arguments":{"p', '{"p', 'Now.'],
    [
      'in a parameter',
      '<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\none\ntw',
      '{"path":"a","content":"one\\ntw',
    ],
    ['between parameters', '<function=write_file>\n<parameter=path>\na\n</parameter>\n', '{"path":"a","'],
    ['in a tag', '<function=write_file>\n<parameter=path>\na\n</parameter>\n<param', '{"path":"a","'],
    ['before the parameters', '<invoke name="write_file">\n', '{"'],
    ['in JSON in a tag', '<function=write_file>{"path": "a", "content": "o', '{"path": "a", "content": "o'],
    ['in a value', '<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>a', '{"path":"a'],
    ['Mistral', '[TOOL_CALLS] [{"name": "write_file", "arguments": {"path": "a', '{"path": "a'],
    [
      'Kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.write_file:0<|tool_call_argument_begin|>{"path"',
      '{"path","',
    ],
    ['JSON', '{"name": "write_file", "arguments": {"path": "a', '{"path": "a'],
  ])('%s', (_, text, args, before = '') => {
    expect(parse(text)).toEqual({ text: before, calls: [['write_file', args]], isCut: true })
    expect(() => JSON.parse(args)).toThrow()
  })

  test('is the last one when it follows others', () => {
    const text =
      '<tool_call>{"name":"list","arguments":{}}</tool_call>\n<tool_call>{"name":"write_file","arguments":{"path":"a'
    expect(parse(text)).toMatchObject({
      calls: [
        ['list', '{}'],
        ['write_file', '{"path":"a'],
      ],
      isCut: true,
    })
  })

  test('is ignored when it has no name yet', () => {
    expect(parse('<tool_call>{"name":"list","arguments":{}}</tool_call>\n<tool_call>{"na')).toMatchObject({
      calls: [['list', '{}']],
      isCut: false,
    })
    expect(parse('<tool_call>{"na')).toBeUndefined()
  })

  test('is never mistaken for a complete one, wherever it is cut', () => {
    const args = { path: 'a b.ts', content: 'x "y" \\ {\n}</tool_call>', n: 1, deep: { list: [1, { a: '}' }] } }
    const json = JSON.stringify({ name: 'write_file', arguments: args })
    const texts = [
      `<tool_call>\n${json}\n</tool_call>`,
      `[TOOL_CALLS] [${json}]`,
      json,
      `<function=write_file>${JSON.stringify(args)}</function>`,
    ]
    for (const text of texts) {
      for (let end = 0; end < text.length; end++) {
        const parsed = parse(text.slice(0, end))
        if (!parsed) continue
        const [, found = ''] = parsed.calls[0] ?? []
        if (parsed.isCut) expect(() => JSON.parse(found)).toThrow()
        else expect(JSON.parse(found)).toEqual(args)
      }
    }
  })
})

describe('properties', () => {
  // Converted through JSON once, which has no -0.
  const value = fc
    .dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))
    .map((args) => JSON.parse(JSON.stringify(args)))

  test('preserves any arguments', () => {
    const formats = [
      (args: object) => `<tool_call>\n${JSON.stringify({ name: 'list', arguments: args })}\n</tool_call>`,
      (args: object) => `[TOOL_CALLS] [${JSON.stringify({ name: 'list', arguments: args })}]`,
      (args: object) => `<function=list>${JSON.stringify(args)}</function>`,
      (args: object) => `<|python_tag|>${JSON.stringify({ name: 'list', arguments: args })}`,
    ]
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.array(value, { minLength: 1, maxLength: 3 }), (format, all) => {
        // These arguments look like the schema of a tool.
        fc.pre(all.every((args) => !('properties' in args)))
        expect(calls(`Now.\n\n${all.map(format).join('\n')}`)).toEqual(all.map((args) => ['list', args]))
      }),
    )
  })

  test('finds no calls in prose and JSON that do not name a tool', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(parseToolMarkup(text, [], () => 'x')).toBeUndefined()
        expect(parse(JSON.stringify({ text }))).toBeUndefined()
      }),
    )
  })

  test.each([
    '<tool_call>',
    '<tool_call>{',
    '<tool_call>\n{"name":"read_file","arguments":{"a":"',
    '\n<tool_call>{"name":"nope"}',
    '[TOOL_CALLS]',
    '[TOOL_CALLS] [{',
    '<function=read_file>',
    '\n<function=read_file><parameter=a>',
    '<parameter=a></parameter>  ',
    '`<tool_call>',
    '{"name":"read_file","arguments":',
    '{',
    '[',
    '\\"',
    '```json\n',
    '\n```',
    '</think>',
    '<｜tool▁call▁begin｜>',
    '<tool_call>read_file<arg_key>a</arg_key><arg_value>',
    ' ',
    '\n',
  ])('reads a megabyte of %j in linear time', (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
    for (const attack of [
      text,
      `<function=read_file><parameter=a>${text}`,
      `<tool_call>{"name":"read_file","arguments":{"a":"${text}`,
      `x\n${text}`,
    ]) {
      const parsed = parse(attack)
      expect(parsed === undefined || parsed.isCut || parsed.calls.length > 0).toBe(true)
    }
  })
})

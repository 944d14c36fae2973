import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEnvironment } from '@hermes/environments'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createToolExecutor } from '../../executor/executor.js'
import { createToolRegistry } from '../../registry/registry.js'
import { fileTools } from '../file-tools.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-patch-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function patch(args: object) {
  await using environment = createLocalEnvironment({ workingDirectory: folder, variables: { HOME: folder } })
  const executor = createToolExecutor({ registry: createToolRegistry(fileTools({ environment })) })
  const call = { id: '1', type: 'function', function: { name: 'patch', arguments: JSON.stringify(args) } } as const
  const context = { sessionId: 's', taskId: 't', signal: AbortSignal.timeout(20_000) }
  for await (const event of executor.execute([call], context)) {
    if (event.type === 'tool-end') return { text: String(event.message.content), isError: event.isError }
  }
  throw new Error('no result')
}

async function replaceIn(content: string | Uint8Array, args: object) {
  await writeFile(join(folder, 'file.ts'), content)
  const result = await patch({ path: 'file.ts', ...args })
  return { ...result, content: await readFile(join(folder, 'file.ts'), 'utf8') }
}

function at(name: string) {
  return readFile(join(folder, name), 'utf8')
}

describe('replace', () => {
  test('changes one place and shows it as a diff', async () => {
    const { text, content } = await replaceIn('a\nb\nc\n', { old_string: 'b', new_string: 'B' })
    expect(content).toBe('a\nB\nc\n')
    expect(text).toBe('Patched file.ts (1 place).\n--- a/file.ts\n+++ b/file.ts\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c')
  })

  test('rejects text that occurs twice, unless all occurrences are to be replaced', async () => {
    const twice = 'x = 1\ny\nx = 1\n'
    const refused = await replaceIn(twice, { old_string: 'x = 1', new_string: 'x = 2' })
    expect(refused).toMatchObject({ isError: true, content: twice })
    expect(refused.text).toMatch(/occurs 2 times \(lines 1, 3\)/)
    const all = await replaceIn(twice, { old_string: 'x = 1', new_string: 'x = 2', replace_all: true })
    expect(all.content).toBe('x = 2\ny\nx = 2\n')
  })

  test('shows the most similar part when the text is missing', async () => {
    const content = 'import a\n\nfunction first() {\n  return 1\n}\n\nfunction second() {\n  return 2\n}\n'
    const refused = await replaceIn(content, { old_string: 'function second() {\n  return 3\n}', new_string: '' })
    expect(refused).toMatchObject({ isError: true, content })
    expect(refused.text).toMatch(/not found.*\n7\|function second\(\) \{\n8\| {2}return 2\n/)
  })

  test.each([
    ['typographic quotes', 'say(“hi”)\n', 'say("hi")', 'say("ho")', 'say("ho")\n'],
    ['trailing space', 'a {  \n  b\n}\n', 'a {\n  b\n}', 'a {\n  c\n}', 'a {\n  c\n}\n'],
    [
      'indentation',
      'if x:\n    a()\n    b()\n',
      '  a()\n  b()',
      '  a()\n  if y:\n    c()',
      'if x:\n    a()\n    if y:\n      c()\n',
    ],
    ['spacing', 'a  =   1\n', 'a = 1', 'a = 2', 'a = 2\n'],
    ['written-out escapes', 'a\nb\n', 'a\\nb', 'a\\nc', 'a\nc\n'],
    ['blank lines at the ends', 'a\nb\n', '\n\na\n', '\nc\n', 'c\nb\n'],
  ])('tolerates other %s', async (_, content, before, after, expected) => {
    const result = await replaceIn(content, { old_string: before, new_string: after })
    expect(result.content).toBe(expected)
  })

  describe('old lines without their indentation', () => {
    const file = 'def f():\n    if x:\n        a()\n        b()\n    return 1\n'
    const flat = 'def f():\nif x:\na()\nb()\nreturn 1'

    test.each([
      ['changed lines', flat.replace('a()', 'c()').replace('1', '2'), file.replace('a()', 'c()').replace('1', '2')],
      ['a removed line', flat.replace('b()\n', ''), file.replace('        b()\n', '')],
    ])('have the indentation of the file: %s', async (_, after, expected) => {
      expect((await replaceIn(file, { old_string: flat, new_string: after })).content).toBe(expected)
    })

    test.each([
      ['added lines', flat.replace('a()', 'a()\nif y:\nc()')],
      ['moved lines', flat.replace('\nreturn 1', '').replace('if x:', 'return 1\nif x:')],
      ['lines that have an indentation', file.replace('a()', 'c()').trimEnd()],
    ])('refuse %s, and show the lines of the file', async (_, after) => {
      const refused = await replaceIn(file, { old_string: flat, new_string: after })
      expect(refused).toMatchObject({ isError: true, content: file })
      expect(refused.text).toMatch(/indentation.*nothing was changed.*\n1\|def f\(\):\n2\| {4}if x:\n3\| {8}a\(\)/)
    })

    test('are rejected in a patch that adds lines, but not in one that only removes lines', async () => {
      const hunk = (added: string) =>
        `*** Begin Patch\n*** Update File: file.ts\n@@\n def f():\n if x:\n a()\n-b()\n${added} return 1\n*** End Patch`
      const refused = await replaceIn(file, { path: undefined, mode: 'patch', patch: hunk('+c()\n+d()\n') })
      expect(refused).toMatchObject({ isError: true, content: file })
      expect(refused.text).toMatch(/Hunk 1 of file.ts has another indentation.*\n1\|def f/)
      const removed = await replaceIn(file, { path: undefined, mode: 'patch', patch: hunk('') })
      expect(removed.content).toBe(file.replace('        b()\n', ''))
    })
  })

  test.each([
    [
      'tabs for spaces',
      '\tif x:\n\t\ta()\n',
      '    if x:\n        a()',
      '    if x:\n        if y:\n            b()',
      '\tif x:\n\t\tif y:\n\t\t\tb()\n',
    ],
    [
      'four spaces for two',
      'f:\n    g:\n        a\n',
      '  g:\n    a',
      '  g:\n    h:\n      a',
      'f:\n    g:\n        h:\n            a\n',
    ],
    [
      'tabs from one level',
      'f {\n\tg {\n\t}\n}\n',
      '    g {\n    }',
      '    g {\n        a\n    }',
      'f {\n\tg {\n\t\ta\n\t}\n}\n',
    ],
    [
      'a lower level',
      'f:\n        a\n    b\n',
      '    a\nb',
      '    a\n    c\nb\nb',
      'f:\n        a\n        c\n    b\n    b\n',
    ],
  ])('translates the steps of an indentation: %s', async (_, content, before, after, expected) => {
    expect((await replaceIn(content, { old_string: before, new_string: after })).content).toBe(expected)
  })

  test('keeps CRLF, a byte order mark and UTF-16', async () => {
    const args = { old_string: 'two\nthree', new_string: '2\n3' }
    expect((await replaceIn('\uFEFFone\r\ntwo\r\nthree\r\n', args)).content).toBe('\uFEFFone\r\n2\r\n3\r\n')
    await replaceIn(Buffer.from('\uFEFFone\r\ntwo\r\nthree', 'utf16le'), args)
    expect((await readFile(join(folder, 'file.ts'))).toString('utf16le')).toBe('\uFEFFone\r\n2\r\n3')
  })

  test('keeps mixed line ends', async () => {
    const result = await replaceIn('one\r\ntwo\nthree\r\nfour\n', { old_string: 'one\ntwo', new_string: '1\n2' })
    expect(result.content).toMatch(/^1\r?\n2\r?\nthree\r\nfour\n$/)
  })

  test('keeps Windows-1252', async () => {
    await replaceIn(Buffer.from('gr\xfcn \x80\n', 'latin1'), { old_string: 'grün', new_string: 'weiß' })
    expect(await readFile(join(folder, 'file.ts'), 'latin1')).toBe('weiß \x80\n')
  })

  test('keeps permissions', async () => {
    await writeFile(join(folder, 'run.sh'), 'a\n')
    await chmod(join(folder, 'run.sh'), 0o750)
    await patch({ path: 'run.sh', old_string: 'a', new_string: 'b' })
    expect((await stat(join(folder, 'run.sh'))).mode & 0o777).toBe(0o750)
  })

  test.each([
    ['a missing file', { path: 'none', old_string: 'a', new_string: 'b' }, /no file none/],
    ['a missing argument', { path: 'file.ts', old_string: 'a' }, /new_string is missing/],
    ['an empty text', { path: 'file.ts', old_string: '', new_string: 'b' }, /old_string is empty/],
    ['no change', { path: 'file.ts', old_string: 'a', new_string: 'a' }, /nothing to change/],
    ['bytes that would be damaged', { path: 'mixed', old_string: 'a', new_string: 'b' }, /mixes UTF-8/],
    [
      'characters that the encoding lacks',
      { path: 'latin1', old_string: 'a', new_string: '緑' },
      /Windows-1252, which has no "緑"/,
    ],
    ['binary data', { path: 'binary', old_string: 'a', new_string: 'b' }, /binary file/],
    ['protected files', { path: '.env', old_string: 'a', new_string: 'b' }, /may not be written/],
  ])('explains %s', async (_, args, text) => {
    await writeFile(join(folder, 'file.ts'), 'a')
    await writeFile(join(folder, 'latin1'), Buffer.from('a\xfc', 'latin1'))
    await writeFile(join(folder, 'mixed'), Buffer.from('a\xfc\xc3\xbc', 'latin1'))
    await writeFile(join(folder, 'binary'), 'a\0')
    await writeFile(join(folder, '.env'), 'a')
    const result = await patch(args)
    expect(result.isError).toBe(true)
    expect(result.text).toMatch(text)
  })
})

describe('patch', () => {
  const whole = (...lines: string[]) => ({
    mode: 'patch',
    patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n'),
  })

  test('adds, updates, moves and deletes files', async () => {
    await writeFile(join(folder, 'a.txt'), 'one\ntwo\nthree\n')
    await writeFile(join(folder, 'b.txt'), 'b\n')
    await writeFile(join(folder, 'old.txt'), 'x\n')
    const { text, isError } = await patch(
      whole(
        '*** Update File: a.txt',
        '@@',
        ' one',
        '-two',
        '+2',
        '+2.5',
        '*** Delete File: b.txt',
        '*** Add File: new/c.txt',
        '+hello',
        '+',
        '+world',
        '*** Update File: old.txt',
        '*** Move to: moved.txt',
        '@@',
        '-x',
        '+y',
      ),
    )
    expect(isError).toBe(false)
    expect(text).toContain('+2.5')
    expect(await at('a.txt')).toBe('one\n2\n2.5\nthree\n')
    expect(await at('new/c.txt')).toBe('hello\n\nworld\n')
    expect(await at('moved.txt')).toBe('y\n')
    expect((await readdir(folder)).sort()).toEqual(['a.txt', 'moved.txt', 'new'])
  })

  test('finds a place by the line above it and keeps CRLF', async () => {
    await writeFile(join(folder, 'a.py'), 'def f():\r\n    return 1\r\n\r\ndef g():\r\n    return 1\r\n')
    await patch(whole('*** Update File: a.py', '@@ def g():', '-    return 1', '+    return 2'))
    expect(await at('a.py')).toBe('def f():\r\n    return 1\r\n\r\ndef g():\r\n    return 2\r\n')
  })

  test('adds lines at the end and applies several hunks in order', async () => {
    await writeFile(join(folder, 'a'), '1\n2\n3\n4\n')
    await patch(
      whole('*** Update File: a', '@@', ' 1', '-2', '@@', '-3', '+three', '@@', ' 4', '+5', '*** End of File'),
    )
    expect(await at('a')).toBe('1\nthree\n4\n5\n')
  })

  test('indents new lines like the file and keeps its context lines', async () => {
    await writeFile(join(folder, 'a.ts'), 'class A {\n\tf() {\n\t\treturn 1 \n\t}\n}\n')
    await patch(whole('*** Update File: a.ts', '@@', ' f() {', '+\tlog()', ' \treturn 1'))
    expect(await at('a.ts')).toBe('class A {\n\tf() {\n\t\tlog()\n\t\treturn 1 \n\t}\n}\n')
  })

  test.each([
    [
      'a hunk that does not match',
      ['*** Update File: a', '@@', '-nothing like it', '+x'],
      /Hunk 1 of a does not match/,
    ],
    ['a hunk that matches twice', ['*** Update File: a', '@@', '-same', '+x'], /matches 2 places \(lines 2, 3\)/],
    ['a missing file', ['*** Delete File: none'], /no file none/],
    ['a file that exists', ['*** Add File: a', '+x'], /a exists already/],
    ['a path with ..', ['*** Add File: ../x', '+x'], /without "\.\."/],
    ['a protected path', ['*** Add File: .ssh/authorized_keys', '+x'], /may not be written/],
    ['an invalid line', ['*** Update File: a', '@@', 'one'], /"one" where it needs/],
  ])('changes nothing for %s', async (_, lines, text) => {
    await writeFile(join(folder, 'a'), 'one\nsame\nsame\n')
    await writeFile(join(folder, 'first'), '1\n')
    const result = await patch(whole('*** Update File: first', '@@', '-1', '+2', ...lines))
    expect(result.isError).toBe(true)
    expect(result.text).toMatch(text)
    expect(await at('first')).toBe('1\n')
    expect(await at('a')).toBe('one\nsame\nsame\n')
  })

  test('explains why text is not a patch', async () => {
    expect((await patch(whole('one'))).text).toMatch(/"one" where it needs a header/)
    expect((await patch(whole())).text).toMatch(/changes nothing/)
    expect((await patch({ mode: 'patch' })).text).toMatch(/argument patch is missing/)
  })

  test('rolls back when a later file cannot be written', async () => {
    await writeFile(join(folder, 'a'), '1\n')
    await mkdir(join(folder, 'b'))
    await writeFile(join(folder, 'file'), '')
    const result = await patch(whole('*** Update File: a', '@@', '-1', '+2', '*** Add File: file/below', '+x'))
    expect(result.isError).toBe(true)
    expect(result.text).toMatch(/Nothing was changed/)
    expect(await at('a')).toBe('1\n')
  })
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The tables of the Hermes Agent in Python, as defined in its releases. */
const schema = `
CREATE TABLE schema_version (version INTEGER NOT NULL);
CREATE TABLE sessions (
  id TEXT PRIMARY KEY, source TEXT NOT NULL, user_id TEXT, model TEXT, model_config TEXT, system_prompt TEXT,
  parent_session_id TEXT, started_at REAL NOT NULL, ended_at REAL, end_reason TEXT, message_count INTEGER DEFAULT 0,
  tool_call_count INTEGER DEFAULT 0, input_tokens INTEGER DEFAULT 0, output_tokens INTEGER DEFAULT 0,
  cache_read_tokens INTEGER DEFAULT 0, cache_write_tokens INTEGER DEFAULT 0, reasoning_tokens INTEGER DEFAULT 0,
  billing_provider TEXT, billing_base_url TEXT, billing_mode TEXT, estimated_cost_usd REAL, actual_cost_usd REAL,
  cost_status TEXT, cost_source TEXT, pricing_version TEXT, title TEXT, api_call_count INTEGER DEFAULT 0,
  cwd TEXT, archived INTEGER DEFAULT 0, FOREIGN KEY (parent_session_id) REFERENCES sessions(id)
);
CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(id), role TEXT NOT NULL, content TEXT,
  tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL NOT NULL, token_count INTEGER, finish_reason TEXT,
  reasoning TEXT, reasoning_content TEXT, reasoning_details TEXT, codex_reasoning_items TEXT, codex_message_items TEXT,
  platform_message_id TEXT, active INTEGER DEFAULT 1, compacted INTEGER DEFAULT 0
);
CREATE TABLE state_meta (key TEXT PRIMARY KEY, value TEXT);
CREATE INDEX idx_messages_session ON messages(session_id, timestamp);
CREATE VIRTUAL TABLE messages_fts USING fts5(content, content=messages, content_rowid=id);
CREATE TRIGGER messages_fts_insert AFTER INSERT ON messages BEGIN
  INSERT INTO messages_fts(rowid, content) VALUES (new.id, new.content);
END;
INSERT INTO schema_version VALUES (30);
`

type Row = Readonly<Record<string, string | number | null>>

/** A home of the Hermes Agent in Python. Its database stays open, with a write-ahead log, until `close`. */
export interface PythonHome {
  session(row: Row): void
  message(row: Row): void
  file(path: string, content: string): void
  /** All sessions in that program's export format, one per line. */
  exported(): string
  close(): void
}

export function createPythonHome(home: string): PythonHome {
  mkdirSync(home, { recursive: true })
  const database = new DatabaseSync(join(home, 'state.db'))
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; ${schema}`)
  const insert = (table: string, row: Row) => {
    const names = Object.keys(row)
    const marks = names.map(() => '?').join(', ')
    database.prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`).run(...Object.values(row))
  }
  const parsed = (row: Record<string, unknown>) => ({
    ...row,
    tool_calls: typeof row.tool_calls === 'string' ? JSON.parse(row.tool_calls) : null,
  })
  return {
    session: (row) => insert('sessions', { source: 'cli', started_at: 1_767_225_600.25, ...row }),
    message: (row) => insert('messages', row),
    file(path, content) {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), content)
    },
    exported() {
      const sessions = database.prepare('select * from sessions').all()
      const messages = database.prepare('select * from messages where session_id = ? order by id')
      const lines = sessions.map((row) => ({ ...row, messages: messages.all(row.id ?? null).map(parsed) }))
      return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    },
    close: () => database.close(),
  }
}

/** A typical home: calls, a compression, a branch, a sub-agent, a rewind, memory and skills. */
export function fillPythonHome(python: PythonHome): void {
  const at = (seconds: number) => 1_767_225_600.5 + seconds
  const call = {
    id: 'call_1',
    call_id: 'call_1',
    type: 'function',
    function: { name: 'read_file', arguments: '{"path":"a"}' },
  }
  const user = (session: string, seconds: number, content: string, more: Row = {}) =>
    python.message({ session_id: session, role: 'user', content, timestamp: at(seconds), ...more })
  const answer = (session: string, seconds: number, content: string | null, more: Row = {}) =>
    python.message({ session_id: session, role: 'assistant', content, timestamp: at(seconds), ...more })
  python.session({
    id: '20260101_000000_aaaaaaaa',
    title: 'Tea',
    model: 'lab/large',
    system_prompt: 'Be kind.',
    cwd: '/work',
    end_reason: 'compression',
    ended_at: at(5),
    input_tokens: 70,
    output_tokens: 7,
    api_call_count: 2,
    billing_provider: 'openrouter',
    estimated_cost_usd: 0.002,
    cost_status: 'estimated',
  })
  const root = '20260101_000000_aaaaaaaa'
  user(root, 1, 'what does a say?')
  answer(root, 2, null, {
    tool_calls: JSON.stringify([call]),
    finish_reason: 'tool_calls',
    reasoning: 'Read it.',
    token_count: 5,
  })
  python.message({
    session_id: root,
    role: 'tool',
    tool_call_id: 'call_1',
    tool_name: 'read_file',
    content: 'hello',
    timestamp: at(3),
  })
  python.message({ session_id: root, role: 'session_meta', content: '{}', timestamp: at(3) })
  answer(root, 4, 'It says hello.', { finish_reason: 'stop' })
  user(root, 4, 'taken back', { active: 0 })
  python.session({ id: '20260101_000100_bbbbbbbb', title: 'Tea #2', parent_session_id: root, started_at: at(6) })
  user('20260101_000100_bbbbbbbb', 6, 'the summary')
  const picture = [
    { type: 'text', text: 'see' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    { type: 'text', text: 'this' },
  ]
  user('20260101_000100_bbbbbbbb', 7, `\u0000json:${JSON.stringify(picture)}`)
  python.session({
    id: 'branch',
    parent_session_id: root,
    model_config: JSON.stringify({ _branched_from: root }),
    started_at: at(8),
  })
  user('branch', 8, 'the other way')
  python.session({
    id: 'child',
    source: 'telegram',
    parent_session_id: root,
    model_config: JSON.stringify({ _delegate_from: root }),
    started_at: at(9),
    archived: 1,
  })
  user('child', 9, 'a task')
  python.session({ id: 'inplace', title: 'Long', started_at: at(10) })
  user('inplace', 10, 'long ago', { active: 0, compacted: 1 })
  user('inplace', 11, 'what was said: ...')
  answer('inplace', 12, 'Going on.')
  python.session({ id: 'empty', started_at: at(20) })
  python.file('SOUL.md', 'You are kind.\n')
  python.file('memories/MEMORY.md', 'The kettle is blue.\n§\nTea at four.\n')
  python.file('memories/USER.md', 'Ann\n')
  python.file('skills/tea/brew/SKILL.md', '---\nname: brew\n---\nBoil water.\n')
  python.file('skills/.hub/lock.json', '{}')
  python.file('config.yaml', 'model: { default: lab/large }\n')
  python.file('.env', 'OPENROUTER_API_KEY=sk-x\n')
}

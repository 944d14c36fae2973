"""An editor written with the official Python SDK: edits, resumes and forks a session, and prints what it got as JSON."""

import asyncio
import json
import sys

from acp import PROTOCOL_VERSION, spawn_agent_process, text_block
from acp.schema import AllowedOutcome, ClientCapabilities, RequestPermissionResponse


class Editor:
    def __init__(self):
        self.updates = []
        self.permissions = []

    def on_connect(self, conn):
        pass

    async def request_permission(self, options, session_id, tool_call, **_):
        self.permissions.append(tool_call.title)
        chosen = next(option for option in options if option.kind == "allow_once")
        return RequestPermissionResponse(outcome=AllowedOutcome(outcome="selected", option_id=chosen.option_id))

    async def session_update(self, session_id, update, **_):
        self.updates.append(update)

    def said(self):
        return "".join(u.content.text for u in self.updates if u.session_update == "agent_message_chunk")


async def main(workspace, *command):
    editor = Editor()
    async with spawn_agent_process(editor, *command) as (conn, _):
        await conn.initialize(protocol_version=PROTOCOL_VERSION, client_capabilities=ClientCapabilities())
        session = await conn.new_session(cwd=workspace, mcp_servers=[])
        edited = await conn.prompt(session_id=session.session_id, prompt=[text_block("edit")])
        first = editor.said()
        editor.updates.clear()
        listed = await conn.list_sessions()
        await conn.load_session(session_id=session.session_id, cwd=workspace, mcp_servers=[])
        replayed = [update.session_update for update in editor.updates]
        copy = await conn.fork_session(session_id=session.session_id, cwd=workspace, mcp_servers=[])
        await conn.set_session_mode(session_id=copy.session_id, mode_id="dont_ask")
        editor.updates.clear()
        again = await conn.prompt(session_id=copy.session_id, prompt=[text_block("again")])
        result = {
            "stopped": [edited.stop_reason, again.stop_reason],
            "said": [first, editor.said()],
            "permissions": editor.permissions,
            "listed": session.session_id in [one.session_id for one in listed.sessions],
            "forked": copy.session_id != session.session_id,
            "replayed": replayed,
        }
        await conn.close_session(session_id=copy.session_id)
    print(json.dumps(result))


asyncio.run(main(*sys.argv[1:]))

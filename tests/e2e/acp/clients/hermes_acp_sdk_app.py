"""An app that uses hermes-acp-sdk as its documentation shows: a profile of its own, and a function of the app as a tool."""

import asyncio
import json
import os
import sys

from hermes_acp_sdk import AllowAll, HermesClient, ModelConfig


def weakest_topic(student: str) -> str:
    """Look up what a student should practise."""
    return f"fractions, says the database about {student}"


def shown(event):
    return {"event": type(event).__name__, **{key: value for key, value in vars(event).items() if value is not None}}


async def converse(client, *prompts, tools=None):
    async with client as hermes, hermes.session(tools=tools) as session:
        models = [model for model, _ in session.available_models]
        events = [[shown(event) async for event in session.prompt(prompt)] for prompt in prompts]
        return {"agent": hermes.agent_name, "models": models, "events": events}


async def main(command):
    cwd = os.getcwd()
    denied = await converse(HermesClient(command=command, cwd=cwd), "hello", "edit", "practise", tools=[weakest_topic])
    profile = ModelConfig(model="tutor-model", max_turns=5, system_prompt="You tutor students.")
    tutor = HermesClient(
        command=command, cwd=cwd, policy=AllowAll(), profile="tutor", clone_provider=True, model_config=profile
    )
    tool = await converse(tutor, "practise", "practise", tools=[weakest_topic])
    print(json.dumps({"denied": denied, "tool": tool}))


asyncio.run(main(sys.argv[1]))

// The program that the conformance suite starts for each scenario. It hands the scenario to the test process, where the client runs.
const { RELAY_URL, MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_CONTEXT, MCP_CONFORMANCE_PROTOCOL_VERSION } = process.env
const scenario = {
  name: MCP_CONFORMANCE_SCENARIO,
  url: process.argv[2],
  version: MCP_CONFORMANCE_PROTOCOL_VERSION,
  context: MCP_CONFORMANCE_CONTEXT && JSON.parse(MCP_CONFORMANCE_CONTEXT),
}
const response = await fetch(RELAY_URL, { method: 'POST', body: JSON.stringify(scenario) })
if (!response.ok) {
  process.stderr.write(await response.text())
  process.exitCode = 1
}

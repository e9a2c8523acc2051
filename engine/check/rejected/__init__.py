"""What a model's service would refuse, of the requests that a replay with regenerated turns would send.

    limits      each API's limits, with the page or the report that tells each
    request     the conversation as the file holds it in the API's own form, and which turn is the first to send a part
    content     limits on what a part holds: images, arguments, numbers
    calls       what most APIs ask of a call's arguments and name
    anthropic, openai_chat, openai_responses, gemini, bedrock_converse
                one module for each API: where a conversation goes beyond a limit
    signed      signed thinking that holds people's data, which cannot be redacted without breaking its signature
    found       all of it as findings, and the turns that are concerned

Recorded exchanges are not looked at: what a service answered it has taken.
"""

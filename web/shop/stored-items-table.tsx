import { Cell, HeadCell, Row, Table } from "#web/ui/lists/table.tsx";
import { say } from "#words/say.ts";
import { Clause } from "./policy.tsx";
import { kindLabels, lifetimeOf, needOf, storedItems } from "./stored-items.ts";

/** What the shop stores in a customer's browser, from the table that tests compare with what browsers hold. */
export const StoredItemsTable = () => (
  <Clause title={say("In your browser")}>
    <p>
      {say("This is everything the shop stores in your browser. We don't use tracking or advertising.")}{" "}
      {say("You can delete it in the settings of your browser at any time.")}
    </p>
    <Table label={say("In your browser")}>
      <thead>
        <tr>
          <HeadCell>{say("Stored item")}</HeadCell>
          <HeadCell>{say("Purpose")}</HeadCell>
          <HeadCell>{say("Stored for")}</HeadCell>
          <HeadCell>{say("Strictly necessary")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {storedItems
          .filter(({ isForStaff }) => !isForStaff)
          .map((item) => (
            <Row key={item.names.join()}>
              <Cell>
                <span className="block text-sm text-muted">{say(kindLabels[item.kind])}</span>
                {item.names.map((name) => (
                  <bdi key={name} className="block font-mono text-sm break-words">
                    {name}
                  </bdi>
                ))}
              </Cell>
              <Cell>{say(item.purpose)}</Cell>
              <Cell>{lifetimeOf(item)}</Cell>
              <Cell>{needOf(item)}</Cell>
            </Row>
          ))}
      </tbody>
    </Table>
  </Clause>
);

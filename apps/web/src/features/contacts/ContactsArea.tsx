import type { Features } from '@samtal/api-contract';
import { Redirect, Route, Switch } from 'wouter';
import { ContactInformationPage } from './ContactInformationPage.tsx';
import { DeleteContactPage } from './DeleteContactPage.tsx';
import { ContactImportPage } from './files/ContactImportPage.tsx';
import { AddContactPage, EditContactPage } from './form/ContactFormPages.tsx';
import { ContactListPage } from './list/ContactListPage.tsx';

/** The pages of the address book (ROUTE-22). Unknown or switched-off paths lead to the start page. */
export default function ContactsArea({ features }: { readonly features: Features }) {
  const { contactAdd, contactEdit, contactDelete } = features;
  return (
    <Switch>
      <Route path="/contacts/information/:id">
        {({ id }) => <ContactInformationPage key={id} id={id} features={features} />}
      </Route>
      {contactAdd ? <Route path="/contacts/add" component={AddContactPage} /> : undefined}
      {contactAdd ? <Route path="/contacts/import" component={ContactImportPage} /> : undefined}
      {contactEdit ? (
        <Route path="/contacts/edit/:id">
          {({ id }) => <EditContactPage key={id} id={id} features={features} />}
        </Route>
      ) : undefined}
      {contactDelete ? (
        <Route path="/contacts/delete/:id">{({ id }) => <DeleteContactPage key={id} id={id} />}</Route>
      ) : undefined}
      <Route path={/^\/(contacts)?$/}>
        <ContactListPage features={features} />
      </Route>
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  );
}
